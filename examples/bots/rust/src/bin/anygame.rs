//! A bot for every game but CodeKeeper: it picks one of the legal choices with dice of its own.

use std::io::{self, BufRead, Write};

/// The texts of the list in `{"legal":["walk n","walk ne"],...}`. Choices have no quotes, brackets or backslashes
/// in them, so no JSON library is needed to pick them out.
fn legal_choices(line: &str) -> Vec<&str> {
    let list = line.split(']').next().unwrap_or("");
    let list = list.split_once('[').map_or("", |(_, rest)| rest);
    list.split('"').skip(1).step_by(2).collect()
}

/// The number after a name, such as 7 in `"dice":7`.
fn number(line: &str, name: &str) -> Option<u64> {
    let (_, rest) = line.split_once(&format!("\"{name}\":"))?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

fn main() -> io::Result<()> {
    let mut dice = 1;
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.starts_with("{\"hello\"") {
            // Dice from the number that the referee hands out: the same match again gives the same choices.
            dice = number(&line, "dice").unwrap_or(0) % 2_147_483_646 + 1;
        } else if line.starts_with("{\"view\"") {
            // What this seat sees: think here.
        } else if line.starts_with("{\"legal\"") {
            let choices = legal_choices(&line);
            dice = dice * 48_271 % 2_147_483_647;
            writeln!(out, "{{\"choice\":\"{}\"}}", choices[dice as usize % choices.len()])?;
            out.flush()?;
        } else if line.starts_with("{\"end\"") {
            break;
        }
    }
    Ok(())
}
