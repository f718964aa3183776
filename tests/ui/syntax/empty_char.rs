const C: char = ''; //~ ERROR empty character literal
