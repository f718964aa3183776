//! The call operator.  The compiler implements these traits for closures, function items and function pointers.

/// Callable by shared reference.
#[lang = "fn"]
#[rustc_paren_sugar]
pub trait Fn<Args>: FnMut<Args> {
    extern "rust-call" fn call(&self, args: Args) -> Self::Output;
}

/// Callable by mutable reference.
#[lang = "fn_mut"]
#[rustc_paren_sugar]
pub trait FnMut<Args>: FnOnce<Args> {
    extern "rust-call" fn call_mut(&mut self, args: Args) -> Self::Output;
}

/// Callable once.
#[lang = "fn_once"]
#[rustc_paren_sugar]
pub trait FnOnce<Args> {
    #[lang = "fn_once_output"]
    type Output;

    extern "rust-call" fn call_once(self, args: Args) -> Self::Output;
}

impl<Args, F: Fn<Args> + ?Sized> Fn<Args> for &F {
    extern "rust-call" fn call(&self, args: Args) -> F::Output {
        (**self).call(args)
    }
}
impl<Args, F: Fn<Args> + ?Sized> FnMut<Args> for &F {
    extern "rust-call" fn call_mut(&mut self, args: Args) -> F::Output {
        (**self).call(args)
    }
}
impl<Args, F: Fn<Args> + ?Sized> FnOnce<Args> for &F {
    type Output = F::Output;

    extern "rust-call" fn call_once(self, args: Args) -> F::Output {
        (*self).call(args)
    }
}
impl<Args, F: FnMut<Args> + ?Sized> FnMut<Args> for &mut F {
    extern "rust-call" fn call_mut(&mut self, args: Args) -> F::Output {
        (**self).call_mut(args)
    }
}
impl<Args, F: FnMut<Args> + ?Sized> FnOnce<Args> for &mut F {
    type Output = F::Output;

    extern "rust-call" fn call_once(self, args: Args) -> F::Output {
        (*self).call_mut(args)
    }
}
