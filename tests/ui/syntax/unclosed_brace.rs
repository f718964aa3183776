fn f(x: i32) -> i32 {
    if x > 0 {
        x
//~v ERROR this file contains an unclosed delimiter
}
