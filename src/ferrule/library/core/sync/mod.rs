//! Synchronisation between threads.

pub mod atomic;
