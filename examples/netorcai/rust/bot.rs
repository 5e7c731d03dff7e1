//! A bot for hexabomb that moves, bombs and revives: ./bot [--seed N] [HOST [PORT [ROLE]]]

mod hexabomb;
use hexabomb::{Client, GameEnds, GameError, GameStarts, Order, Turn, Way, WAYS};

const ONE_BOMB_IN: usize = 4;

/// The same numbers for the same seed, in every language that this bot is written in.
struct Dice {
    state: u32,
}

impl Dice {
    /// A number from 0 to n - 1.
    fn below(&mut self, n: usize) -> usize {
        self.state = self.state.wrapping_mul(1664525).wrapping_add(1013904223);
        (self.state >> 16) as usize % n
    }
}

/// Revive the dead, drop a bomb now and then, else step to a free cell, best one to paint.
fn decide(start: &GameStarts, turn: &Turn, dice: &mut Dice) -> Vec<Order> {
    let state = &turn.state;
    let color = start.player_id + 1;
    let mut taken = state.taken();
    let mut orders = Vec::new();
    for c in state.characters_of(start.player_id) {
        if !c.alive {
            if c.revive_delay == 0 && !start.is_sudden_death() {
                orders.push(Order::Revive { id: c.id });
            }
            continue;
        }
        if c.bomb_count > 0 && !state.has_bomb(c.cell) && dice.below(ONE_BOMB_IN) == 0 {
            let range = 2 + dice.below(3) as i64;
            let delay = 2 + dice.below(3) as i64;
            orders.push(Order::Bomb { id: c.id, range, delay });
            continue;
        }
        let exists = |way: &Way| state.cells.contains_key(&c.cell.step(*way));
        let is_taken = |way: &Way| taken.contains(&c.cell.step(*way));
        let free: Vec<Way> = WAYS.iter().copied().filter(|way| exists(way) && !is_taken(way)).collect();
        let is_fresh = |way: &Way| state.cells[&c.cell.step(*way)] != color;
        let fresh: Vec<Way> = free.iter().copied().filter(is_fresh).collect();
        let wanted = if fresh.is_empty() { free } else { fresh };
        if !wanted.is_empty() {
            let way = wanted[dice.below(wanted.len())];
            taken.insert(c.cell.step(way));
            orders.push(Order::Move { id: c.id, way });
        }
    }
    orders
}

struct Arguments {
    seed: u32,
    host: String,
    port: u16,
    role: String,
}

/// A number of the command line.
fn whole_number(what: &str, text: &str, least: u32, most: u32) -> Result<u32, String> {
    match text.parse() {
        Ok(number) if number >= least && number <= most => Ok(number),
        _ => Err(format!("the {what} is '{text}'; expected a whole number from {least} to {most}")),
    }
}

fn read_arguments(given: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut seed = "1".to_string();
    let mut words = Vec::new();
    let mut given = given;
    while let Some(word) = given.next() {
        if word == "--seed" {
            seed = given.next().ok_or("--seed needs a number")?;
        } else if word.starts_with("--") || words.len() == 3 {
            return Err(format!("'{word}' is not understood"));
        } else {
            words.push(word);
        }
    }
    let word = |n: usize, otherwise: &str| words.get(n).cloned().unwrap_or(otherwise.to_string());
    Ok(Arguments {
        seed: whole_number("seed", &seed, 0, u32::MAX)?,
        host: word(0, "127.0.0.1"),
        port: whole_number("port", &word(1, "4242"), 1, 65535)? as u16,
        role: word(2, "player"),
    })
}

fn play(given: &Arguments) -> Result<GameEnds, GameError> {
    let mut dice = Dice { state: given.seed };
    let mut client = Client::connect(&given.host, given.port)?;
    client.login("rust", &given.role)?;
    client.play(|start, turn| decide(start, turn, &mut dice))
}

fn main() {
    let given = read_arguments(std::env::args().skip(1)).unwrap_or_else(|problem| {
        eprintln!("usage: bot [--seed N] [HOST [PORT [ROLE]]]\n{problem}");
        std::process::exit(2);
    });
    match play(&given) {
        Ok(end) => println!("winner: {}", end.winner_player_id),
        Err(problem) => {
            eprintln!("{problem}");
            std::process::exit(1);
        }
    }
}
