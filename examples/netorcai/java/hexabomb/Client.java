// Part of Hoplon, under the MIT licence.
package hexabomb;

import hexabomb.Message.GameEnds;
import hexabomb.Message.GameStarts;
import hexabomb.Message.Turn;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * hexabomb over netorcai for a program of yours. Java 17, nothing else.
 *
 * <pre>
 * try (Client client = new Client("127.0.0.1", 4242)) {
 *     client.login("mybot", "player");
 *     GameEnds end = client.play((start, turn) -> decide(start, turn)); // a list of orders
 * }
 * </pre>
 */
public final class Client implements AutoCloseable {
    public static final String VERSION = "2.0.0";
    private static final int MOST_OCTETS = 1 << 24;

    /** The mind of a bot. */
    @FunctionalInterface
    public interface Decide {
        List<Order> orders(GameStarts start, Turn turn);
    }

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    public Client(String host, int port) throws GameError {
        try {
            socket = new Socket(host, port);
            socket.setTcpNoDelay(true);
            in = new DataInputStream(socket.getInputStream());
            out = socket.getOutputStream();
        } catch (IOException problem) {
            throw new GameError.Disconnected("cannot connect to " + host + ":" + port + ": " + problem.getMessage());
        }
    }

    /** Hang up. */
    @Override
    public void close() throws GameError {
        try {
            socket.close();
        } catch (IOException problem) {
            throw lost(problem);
        }
    }

    /** Log in as "player", "special player" or "visualization"; a nickname has 1 to 10 characters. */
    public void login(String nickname, String role) throws GameError {
        send("{\"message_type\":\"LOGIN\",\"nickname\":" + Json.quoted(nickname) + ",\"role\":" + Json.quoted(role)
                + ",\"metaprotocol_version\":\"" + VERSION + "\"}");
        receive("LOGIN_ACK");
    }

    /** Wait for the start of the game. */
    public GameStarts readGameStarts() throws GameError {
        return (GameStarts) Message.read(receive("GAME_STARTS"));
    }

    /** Wait for the next turn, or the end of the game instead. */
    public Message readTurn() throws GameError {
        return Message.read(receive("TURN", "GAME_ENDS"));
    }

    /** Answer a turn: one order for each character that shall do something. */
    public void sendOrders(Turn turn, List<Order> orders) throws GameError {
        String actions = String.join(",", orders.stream().map(Order::json).toList());
        send("{\"message_type\":\"TURN_ACK\",\"turn_number\":" + turn.number() + ",\"actions\":[" + actions + "]}");
    }

    /** Play a whole game. */
    public GameEnds play(Decide decide) throws GameError {
        GameStarts start = readGameStarts();
        while (true) {
            Message heard = readTurn();
            if (heard instanceof GameEnds end) return end;
            Turn turn = (Turn) heard;
            sendOrders(turn, decide.orders(start, turn));
        }
    }

    private void send(String text) throws GameError {
        byte[] content = (text + "\n").getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(4 + content.length).order(ByteOrder.LITTLE_ENDIAN);
        try {
            out.write(frame.putInt(content.length).put(content).array());
        } catch (IOException problem) {
            throw lost(problem);
        }
    }

    private Json receive(String... kinds) throws GameError {
        String text;
        try {
            int size = Integer.reverseBytes(in.readInt());
            if (size < 0 || size > MOST_OCTETS) {
                throw new GameError.BadMessage("a message of " + Integer.toUnsignedLong(size)
                        + " octets is announced; expected at most " + MOST_OCTETS);
            }
            byte[] content = new byte[size];
            in.readFully(content);
            text = new String(content, StandardCharsets.UTF_8);
        } catch (IOException problem) {
            throw lost(problem);
        }
        Json given = Json.read(text);
        String kind = given.get("message_type").text();
        if (kind.equals("KICK")) throw new GameError.Kicked(given.get("kick_reason").text());
        if (!List.of(kinds).contains(kind)) {
            throw new GameError.BadMessage(kind + " has come; expected " + String.join(" or ", kinds));
        }
        return given;
    }

    private static GameError lost(IOException problem) {
        if (problem instanceof EOFException) return new GameError.Disconnected("the server has closed the connection");
        return new GameError.Disconnected("the connection is lost: " + problem.getMessage());
    }
}
