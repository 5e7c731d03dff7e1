import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/** A hero for CodeKeeper: strikes what stands beside him, fetches what lies around, explores the rest. */
public final class Hero {
    static final int WIDTH = 16;
    static final int HEIGHT = 12;
    static final int OBSTACLE = 1;
    static final int FIRST_MONSTER = 7;
    static final int PATIENCE = 3;

    record Thing(int x, int y, int type, int value) {
        int away(int fromX, int fromY) {
            return Math.abs(x - fromX) + Math.abs(y - fromY);
        }
    }

    static String choose(int x, int y, List<Thing> seen, int[][] visits) {
        Thing nearest = null;
        boolean[][] walls = new boolean[WIDTH][HEIGHT];
        for (Thing thing : seen) {
            if (thing.type >= FIRST_MONSTER) {
                if (thing.away(x, y) == 1) {
                    return "ATTACK 0 " + thing.x + " " + thing.y + " have at you";
                }
            } else if (thing.type == OBSTACLE) {
                walls[thing.x][thing.y] = true;
            } else if (nearest == null || thing.away(x, y) < nearest.away(x, y)) {
                nearest = thing;
            }
        }
        if (nearest != null && visits[x][y] <= PATIENCE) {
            return "MOVE " + nearest.x + " " + nearest.y + " that is mine";
        }
        int toX = x;
        int toY = y;
        for (int[] step : new int[][] {{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
            int i = x + step[0];
            int j = y + step[1];
            if (i < 0 || i >= WIDTH || j < 0 || j >= HEIGHT || walls[i][j]) {
                continue;
            }
            if ((toX == x && toY == y) || visits[i][j] < visits[toX][toY]) {
                toX = i;
                toY = j;
            }
        }
        return "MOVE " + toX + " " + toY;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int[][] visits = new int[WIDTH][HEIGHT];
        while (in.hasNextInt()) {
            int x = in.nextInt();
            int y = in.nextInt();
            for (int skipped = 0; skipped < 5; skipped++) {
                in.nextInt(); // health, score and three charges
            }
            int count = in.nextInt();
            List<Thing> seen = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                seen.add(new Thing(in.nextInt(), in.nextInt(), in.nextInt(), in.nextInt()));
            }
            visits[x][y]++;
            System.out.println(choose(x, y, seen, visits));
        }
    }
}
