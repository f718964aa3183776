//! The value of European options by Black, Scholes and Merton.

use cuda_device::{DisjointSlice, kernel, thread};

/// A right to buy or sell at a price on a day.
struct Contract {
    spot: f32,
    strike: f32,
    /// Until that day.
    years: f32,
}

struct Market {
    /// Of interest without risk, a year.
    rate: f32,
    /// Standard deviation of the logarithm of the price over a year.
    volatility: f32,
}

/// What the right to buy and the right to sell are worth.
struct Value {
    call: f32,
    put: f32,
}

/// The distribution function of the normal distribution, by Abramowitz and Stegun 26.2.17: within 7.5e-8.
fn normal_cdf(x: f32) -> f32 {
    const COEFFICIENTS: [f32; 5] = [1.330_274_4, -1.821_255_9, 1.781_477_9, -0.356_563_78, 0.319_381_54];
    let k = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let density = 0.398_942_28 * (-0.5 * x * x).exp();
    let tail = density * COEFFICIENTS.iter().fold(0.0, |sum, c| (sum + c) * k);
    if x > 0.0 { 1.0 - tail } else { tail }
}

impl Contract {
    fn value(&self, market: &Market) -> Value {
        let deviation = market.volatility * self.years.sqrt();
        let drift = (market.rate + 0.5 * market.volatility * market.volatility) * self.years;
        let d1 = ((self.spot / self.strike).ln() + drift) / deviation;
        let d2 = d1 - deviation;
        let strike_today = self.strike * (-market.rate * self.years).exp();
        Value {
            call: self.spot * normal_cdf(d1) - strike_today * normal_cdf(d2),
            put: strike_today * normal_cdf(-d2) - self.spot * normal_cdf(-d1),
        }
    }
}

/// One contract a thread.
#[kernel]
pub fn black_scholes(
    rate: f32,
    volatility: f32,
    spots: &[f32],
    strikes: &[f32],
    years: &[f32],
    mut calls: DisjointSlice<f32>,
    mut puts: DisjointSlice<f32>,
) {
    let i = thread::index_1d().get();
    if let (Some(call), Some(put)) = (calls.get_mut(thread::index_1d()), puts.get_mut(thread::index_1d())) {
        let contract = Contract { spot: spots[i], strike: strikes[i], years: years[i] };
        let value = contract.value(&Market { rate, volatility });
        *call = value.call;
        *put = value.put;
    }
}
