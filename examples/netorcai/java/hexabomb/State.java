// Part of Hoplon, under the MIT licence.
package hexabomb;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * All there is to see. Cells lead to their colors (0 is neutral), explosions from the cells hit in the turn before to the
 * color of the blast, and players are found by their ids.
 */
public record State(
        Map<Cell, Integer> cells,
        List<Character> characters,
        List<Bomb> bombs,
        Map<Cell, Integer> explosions,
        Map<Integer, Player> players) {

    /** A direction and what it adds to a cell. */
    public record Way(String name, int dq, int dr) {}

    public static final List<Way> WAYS = List.of(
            new Way("x+", 1, 0), new Way("y+", 1, -1), new Way("z+", 0, -1),
            new Way("x-", -1, 0), new Way("y-", -1, 1), new Way("z-", 0, 1));

    /** A place on the board. */
    public record Cell(int q, int r) {
        /** The neighbour in a direction; it may not exist. */
        public Cell step(Way way) {
            return new Cell(q + way.dq, r + way.dr);
        }

        static Cell read(Json given) throws GameError.BadMessage {
            return new Cell(given.get("q").whole(), given.get("r").whole());
        }
    }

    /** A character; a dead one lies where it died, and its reviveDelay is -1 while it lives. */
    public record Character(int id, int color, Cell cell, boolean alive, int reviveDelay, int bombCount) {}

    /** A bomb that explodes when its delay is 0. */
    public record Bomb(int color, Cell cell, int range, int delay) {}

    /** What a player has so far; its color is its id + 1. */
    public record Player(int id, int score, int cellCount) {}

    /** The characters of a player, dead or alive. */
    public List<Character> charactersOf(int playerId) {
        return characters.stream().filter(c -> c.color == playerId + 1).toList();
    }

    public boolean hasBomb(Cell cell) {
        return bombs.stream().anyMatch(bomb -> bomb.cell.equals(cell));
    }

    /** The cells that nobody can enter: a bomb or a live character is there. */
    public Set<Cell> taken() {
        Set<Cell> found = new HashSet<>();
        for (Bomb bomb : bombs) found.add(bomb.cell);
        for (Character c : characters) if (c.alive) found.add(c.cell);
        return found;
    }

    static State read(Json given) throws GameError.BadMessage {
        Map<Cell, Integer> cells = new HashMap<>();
        for (Json one : given.get("cells").items()) cells.put(Cell.read(one), one.get("color").whole());
        List<Character> characters = new ArrayList<>();
        for (Json c : given.get("characters").items()) {
            characters.add(new Character(c.get("id").whole(), c.get("color").whole(), Cell.read(c),
                    c.get("alive").truth(), c.get("revive_delay").whole(), c.get("bomb_count").whole()));
        }
        List<Bomb> bombs = new ArrayList<>();
        for (Json b : given.get("bombs").items()) {
            bombs.add(new Bomb(b.get("color").whole(), Cell.read(b), b.get("range").whole(), b.get("delay").whole()));
        }
        Map<Cell, Integer> explosions = new HashMap<>();
        for (Map.Entry<String, Json> blast : given.get("explosions").fields().entrySet()) {
            for (Json one : blast.getValue().items()) explosions.put(Cell.read(one), numberOf(blast.getKey()));
        }
        Map<Integer, Player> players = new TreeMap<>();
        for (Map.Entry<String, Json> score : given.get("score").fields().entrySet()) {
            int id = numberOf(score.getKey());
            int count = given.get("cell_count").get(score.getKey()).whole();
            players.put(id, new Player(id, score.getValue().whole(), count));
        }
        return new State(cells, characters, bombs, explosions, players);
    }

    private static int numberOf(String name) throws GameError.BadMessage {
        try {
            return Integer.parseInt(name);
        } catch (NumberFormatException problem) {
            throw new GameError.BadMessage("the field '" + name + "' of the message is not named by a number");
        }
    }
}
