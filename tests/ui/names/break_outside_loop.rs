fn f() {
    break; //~ ERROR E0268 `break` outside of a loop
}
