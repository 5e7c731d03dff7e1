// A bot for hexabomb that moves, bombs and revives: java Bot [--seed N] [HOST [PORT [ROLE]]]

import hexabomb.Client;
import hexabomb.GameError;
import hexabomb.Message.GameEnds;
import hexabomb.Message.GameStarts;
import hexabomb.Message.Turn;
import hexabomb.Order;
import hexabomb.State;
import hexabomb.State.Cell;
import hexabomb.State.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

public final class Bot {
    private static final int ONE_BOMB_IN = 4;

    /** The same numbers for the same seed, in every language that this bot is written in. */
    static final class Dice {
        private int state;

        Dice(int seed) {
            state = seed;
        }

        /** A number from 0 to n - 1. */
        int below(int n) {
            state = state * 1664525 + 1013904223;
            return (state >>> 16) % n;
        }
    }

    /** Revive the dead, drop a bomb now and then, else step to a free cell, best one to paint. */
    static List<Order> decide(GameStarts start, Turn turn, Dice dice) {
        State state = turn.state();
        int color = start.playerId() + 1;
        Set<Cell> taken = state.taken();
        List<Order> orders = new ArrayList<>();
        for (State.Character c : state.charactersOf(start.playerId())) {
            if (!c.alive()) {
                if (c.reviveDelay() == 0 && !start.isSuddenDeath()) orders.add(Order.revive(c.id()));
                continue;
            }
            if (c.bombCount() > 0 && !state.hasBomb(c.cell()) && dice.below(ONE_BOMB_IN) == 0) {
                int range = 2 + dice.below(3);
                int delay = 2 + dice.below(3);
                orders.add(Order.bomb(c.id(), range, delay));
                continue;
            }
            List<Way> free = State.WAYS.stream()
                    .filter(way -> state.cells().containsKey(c.cell().step(way)))
                    .filter(way -> !taken.contains(c.cell().step(way)))
                    .toList();
            List<Way> fresh =
                    free.stream().filter(way -> state.cells().get(c.cell().step(way)) != color).toList();
            List<Way> wanted = fresh.isEmpty() ? free : fresh;
            if (!wanted.isEmpty()) {
                Way way = wanted.get(dice.below(wanted.size()));
                taken.add(c.cell().step(way));
                orders.add(Order.move(c.id(), way));
            }
        }
        return orders;
    }

    /** A number of the command line. */
    static long wholeNumber(String what, String text, long least, long most) {
        if (!text.matches("[0-9]{1,18}") || Long.parseLong(text) < least || Long.parseLong(text) > most) {
            throw new IllegalArgumentException(
                    "the " + what + " is '" + text + "'; expected a whole number from " + least + " to " + most);
        }
        return Long.parseLong(text);
    }

    record Arguments(int seed, String host, int port, String role) {
        static Arguments read(String[] given) {
            String[] words = {"127.0.0.1", "4242", "player"};
            String seed = "1";
            int n = 0;
            for (int k = 0; k < given.length; k++) {
                if (given[k].equals("--seed") && k + 1 < given.length) seed = given[++k];
                else if (given[k].startsWith("--") || n == words.length)
                    throw new IllegalArgumentException("'" + given[k] + "' is not understood");
                else words[n++] = given[k];
            }
            return new Arguments((int) wholeNumber("seed", seed, 0, (1L << 32) - 1), words[0],
                    (int) wholeNumber("port", words[1], 1, 65535), words[2]);
        }
    }

    public static void main(String[] words) {
        try {
            Arguments given = Arguments.read(words);
            Dice dice = new Dice(given.seed());
            try (Client client = new Client(given.host(), given.port())) {
                client.login("java", given.role());
                GameEnds end = client.play((start, turn) -> decide(start, turn, dice));
                System.out.println("winner: " + end.winnerPlayerId());
            }
        } catch (IllegalArgumentException problem) {
            System.err.println("usage: Bot [--seed N] [HOST [PORT [ROLE]]]\n" + problem.getMessage());
            System.exit(2);
        } catch (GameError problem) {
            System.err.println(problem.getMessage());
            System.exit(1);
        }
    }
}
