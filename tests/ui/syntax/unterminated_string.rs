const GREETING: &str = "hello; //~ ERROR E0765 unterminated double quote string
