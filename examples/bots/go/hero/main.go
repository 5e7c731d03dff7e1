// A hero for CodeKeeper: strikes what stands beside him, fetches what lies around, explores the rest.
package main

import (
	"bufio"
	"fmt"
	"os"
)

const (
	width, height = 16, 12
	patience      = 3
	obstacle      = 1
	firstMonster  = 7
)

type cell struct{ x, y int }

type thing struct {
	cell
	kind, value int
}

func away(a, b cell) int {
	dx, dy := a.x-b.x, a.y-b.y
	if dx < 0 {
		dx = -dx
	}
	if dy < 0 {
		dy = -dy
	}
	return dx + dy
}

func choose(hero cell, seen []thing, visits map[cell]int) string {
	walls := map[cell]bool{}
	var nearest *thing
	for i, t := range seen {
		switch {
		case t.kind >= firstMonster:
			if away(t.cell, hero) == 1 {
				return fmt.Sprintf("ATTACK 0 %d %d have at you", t.x, t.y)
			}
		case t.kind == obstacle:
			walls[t.cell] = true
		case nearest == nil || away(t.cell, hero) < away(nearest.cell, hero):
			nearest = &seen[i]
		}
	}
	if nearest != nil && visits[hero] <= patience {
		return fmt.Sprintf("MOVE %d %d that is mine", nearest.x, nearest.y)
	}
	best := hero
	for _, to := range []cell{{hero.x - 1, hero.y}, {hero.x + 1, hero.y}, {hero.x, hero.y - 1}, {hero.x, hero.y + 1}} {
		if to.x < 0 || to.x >= width || to.y < 0 || to.y >= height || walls[to] {
			continue
		}
		if best == hero || visits[to] < visits[best] {
			best = to
		}
	}
	return fmt.Sprintf("MOVE %d %d", best.x, best.y)
}

func main() {
	in := bufio.NewReader(os.Stdin)
	visits := map[cell]int{}
	for {
		var hero cell
		var health, score, hammer, scythe, bow, count int
		if n, _ := fmt.Fscan(in, &hero.x, &hero.y, &health, &score, &hammer, &scythe, &bow, &count); n < 8 {
			return
		}
		seen := make([]thing, count)
		for i := range seen {
			fmt.Fscan(in, &seen[i].x, &seen[i].y, &seen[i].kind, &seen[i].value)
		}
		visits[hero]++
		fmt.Println(choose(hero, seen, visits))
	}
}
