// Part of Hoplon, under the MIT licence.
package hexabomb;

/** What can go wrong between a program and the server. */
public class GameError extends Exception {
    private static final long serialVersionUID = 1;

    GameError(String problem) {
        super(problem);
    }

    /** There is no connection, or none any more. */
    public static final class Disconnected extends GameError {
        private static final long serialVersionUID = 1;

        Disconnected(String problem) {
            super(problem);
        }
    }

    /** The server sent what this library does not understand. */
    public static final class BadMessage extends GameError {
        private static final long serialVersionUID = 1;

        BadMessage(String problem) {
            super(problem);
        }
    }

    /** The server has sent us away. */
    public static final class Kicked extends GameError {
        private static final long serialVersionUID = 1;

        /** The server's own sentence. */
        public final String reason;

        Kicked(String reason) {
            super("kicked: " + reason);
            this.reason = reason;
        }
    }
}
