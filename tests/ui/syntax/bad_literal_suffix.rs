const N: u32 = 5u33; //~ ERROR invalid width `33` for integer literal
