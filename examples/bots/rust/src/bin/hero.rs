//! A hero for CodeKeeper: strikes what stands beside him, fetches what lies around, explores the rest.

use std::io::{self, BufRead, Write};

const WIDTH: i32 = 16;
const HEIGHT: i32 = 12;
const PATIENCE: u32 = 3;
const OBSTACLE: i32 = 1;
const FIRST_MONSTER: i32 = 7;

type Visits = [[u32; HEIGHT as usize]; WIDTH as usize];

struct Thing {
    x: i32,
    y: i32,
    kind: i32,
}

impl Thing {
    fn away(&self, x: i32, y: i32) -> i32 {
        (self.x - x).abs() + (self.y - y).abs()
    }
}

fn choose(x: i32, y: i32, seen: &[Thing], visits: &Visits) -> String {
    let visited = |i: i32, j: i32| visits[i as usize][j as usize];
    if let Some(foe) = seen.iter().find(|t| t.kind >= FIRST_MONSTER && t.away(x, y) == 1) {
        return format!("ATTACK 0 {} {} have at you", foe.x, foe.y);
    }
    let wanted = seen.iter().filter(|t| t.kind < FIRST_MONSTER && t.kind != OBSTACLE);
    if let Some(nearest) = wanted.min_by_key(|t| t.away(x, y)) {
        if visited(x, y) <= PATIENCE {
            return format!("MOVE {} {} that is mine", nearest.x, nearest.y);
        }
    }
    let is_wall = |i, j| seen.iter().any(|t| t.kind == OBSTACLE && t.x == i && t.y == j);
    let (to_x, to_y) = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        .into_iter()
        .filter(|&(i, j)| (0..WIDTH).contains(&i) && (0..HEIGHT).contains(&j) && !is_wall(i, j))
        .min_by_key(|&(i, j)| visited(i, j))
        .unwrap_or((x, y));
    format!("MOVE {to_x} {to_y}")
}

fn numbers(line: Option<io::Result<String>>) -> Option<Vec<i32>> {
    line?.ok()?.split(' ').map(|word| word.parse().ok()).collect()
}

fn main() -> io::Result<()> {
    let mut visits: Visits = [[0; HEIGHT as usize]; WIDTH as usize];
    let mut lines = io::stdin().lock().lines();
    let mut out = io::stdout();
    while let Some(head) = numbers(lines.next()) {
        let (x, y) = (head[0], head[1]);
        let count = numbers(lines.next()).map_or(0, |line| line[0]);
        let seen: Vec<Thing> = (0..count)
            .filter_map(|_| numbers(lines.next()))
            .map(|line| Thing { x: line[0], y: line[1], kind: line[2] })
            .collect();
        visits[x as usize][y as usize] += 1;
        writeln!(out, "{}", choose(x, y, &seen, &visits))?;
        out.flush()?;
    }
    Ok(())
}
