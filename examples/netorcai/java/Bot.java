// A walker for hexabomb: java Bot.java [HOST [PORT [ROLE]]]
// Java 17, nothing else.

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

public final class Bot {
    record Cell(int q, int r) {
        Cell plus(Cell step) {
            return new Cell(q + step.q, r + step.r);
        }
    }

    record Way(String name, Cell step) {}

    static final List<Way> WAYS = List.of(
            new Way("x+", new Cell(1, 0)), new Way("y+", new Cell(1, -1)), new Way("z+", new Cell(0, -1)),
            new Way("x-", new Cell(-1, 0)), new Way("y-", new Cell(-1, 1)), new Way("z-", new Cell(0, 1)));

    private final Random dice = new Random();
    private final DataInputStream in;
    private final OutputStream out;

    Bot(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    public static void main(String[] given) {
        String host = given.length > 0 ? given[0] : "127.0.0.1";
        int port = given.length > 1 ? Integer.parseInt(given[1]) : 4242;
        String role = given.length > 2 ? given[2] : "player";
        try (Socket socket = new Socket(host, port)) {
            System.exit(new Bot(socket).play(role));
        } catch (IOException problem) {
            System.err.println(problem);
            System.exit(1);
        }
    }

    int play(String role) throws IOException {
        send("{\"message_type\":\"LOGIN\",\"nickname\":\"java\",\"role\":\"" + role
                + "\",\"metaprotocol_version\":\"2.0.0\"}");
        int me = -1;
        boolean canRevive = true;
        while (true) {
            Map<?, ?> heard = receive();
            switch ((String) heard.get("message_type")) {
                case "GAME_STARTS" -> {
                    me = whole(heard, "player_id");
                    canRevive = whole(heard, "nb_special_players") == 0;
                }
                case "TURN" -> send("{\"message_type\":\"TURN_ACK\",\"turn_number\":"
                        + whole(heard, "turn_number") + ",\"actions\":"
                        + decide((Map<?, ?>) heard.get("game_state"), me, canRevive) + "}");
                case "GAME_ENDS" -> {
                    System.out.println("winner: " + whole(heard, "winner_player_id"));
                    return 0;
                }
                case "KICK" -> {
                    System.err.println("kicked: " + heard.get("kick_reason"));
                    return 1;
                }
                default -> { }
            }
        }
    }

    /** One order for each own character: revive, or step to a free cell, best one to paint. */
    String decide(Map<?, ?> state, int me, boolean canRevive) {
        int colour = me + 1;
        Map<Cell, Integer> colours = new HashMap<>();
        for (Map<?, ?> cell : objects(state, "cells")) colours.put(cellOf(cell), whole(cell, "color"));
        Set<Cell> taken = new HashSet<>();
        for (Map<?, ?> bomb : objects(state, "bombs")) taken.add(cellOf(bomb));
        for (Map<?, ?> c : objects(state, "characters")) if (c.get("alive") == Boolean.TRUE) taken.add(cellOf(c));

        List<String> orders = new ArrayList<>();
        for (Map<?, ?> c : objects(state, "characters")) {
            if (whole(c, "color") != colour) continue;
            String start = "{\"id\":" + whole(c, "id") + ",\"movement\":";
            if (c.get("alive") != Boolean.TRUE) {
                if (canRevive && whole(c, "revive_delay") == 0) orders.add(start + "\"revive\"}");
                continue;
            }
            Cell here = cellOf(c);
            List<Way> free = WAYS.stream()
                    .filter(way -> colours.containsKey(here.plus(way.step())))
                    .filter(way -> !taken.contains(here.plus(way.step())))
                    .toList();
            List<Way> fresh = free.stream().filter(way -> colours.get(here.plus(way.step())) != colour).toList();
            List<Way> wanted = fresh.isEmpty() ? free : fresh;
            if (!wanted.isEmpty()) {
                Way way = wanted.get(dice.nextInt(wanted.size()));
                taken.add(here.plus(way.step()));
                orders.add(start + "\"move\",\"direction\":\"" + way.name() + "\"}");
            }
        }
        return "[" + String.join(",", orders) + "]";
    }

    void send(String text) throws IOException {
        byte[] content = (text + "\n").getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(4 + content.length).order(ByteOrder.LITTLE_ENDIAN);
        out.write(frame.putInt(content.length).put(content).array());
        out.flush();
    }

    Map<?, ?> receive() throws IOException {
        int size = Integer.reverseBytes(in.readInt());
        byte[] content = new byte[size];
        in.readFully(content);
        return (Map<?, ?>) new Json(new String(content, StandardCharsets.UTF_8)).value();
    }

    static int whole(Map<?, ?> object, String name) {
        return ((Double) object.get(name)).intValue();
    }

    static Cell cellOf(Map<?, ?> thing) {
        return new Cell(whole(thing, "q"), whole(thing, "r"));
    }

    static List<Map<?, ?>> objects(Map<?, ?> object, String name) {
        List<Map<?, ?>> found = new ArrayList<>();
        for (Object element : (List<?>) object.get(name)) found.add((Map<?, ?>) element);
        return found;
    }

    /** Reads JSON: objects become maps, arrays lists, numbers doubles. */
    static final class Json {
        private final String text;
        private int at = 0;

        Json(String text) {
            this.text = text;
        }

        Object value() {
            return switch (peek()) {
                case '{' -> object();
                case '[' -> array();
                case '"' -> string();
                case 't' -> word("true", Boolean.TRUE);
                case 'f' -> word("false", Boolean.FALSE);
                case 'n' -> word("null", null);
                default -> number();
            };
        }

        private char peek() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at);
        }

        private Object word(String word, Object value) {
            at += word.length();
            return value;
        }

        private Double number() {
            int from = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
            return Double.valueOf(text.substring(from, at));
        }

        private Map<String, Object> object() {
            Map<String, Object> found = new HashMap<>();
            for (at++; peek() != '}'; skipComma()) {
                String name = string();
                peek();
                at++;
                found.put(name, value());
            }
            at++;
            return found;
        }

        private List<Object> array() {
            List<Object> found = new ArrayList<>();
            for (at++; peek() != ']'; skipComma()) found.add(value());
            at++;
            return found;
        }

        private void skipComma() {
            if (peek() == ',') at++;
        }

        private String string() {
            peek();
            StringBuilder found = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) != '\\') {
                    found.append(text.charAt(at));
                } else if (text.charAt(++at) == 'u') {
                    found.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                } else {
                    found.append(text.charAt(at));
                }
            }
            at++;
            return found.toString();
        }
    }
}
