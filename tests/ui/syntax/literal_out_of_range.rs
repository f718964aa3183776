const N: u128 = 340282366920938463463374607431768211456; //~ ERROR integer literal is too large
