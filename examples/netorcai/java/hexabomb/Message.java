// Part of Hoplon, under the MIT licence.
package hexabomb;

import java.util.ArrayList;
import java.util.List;

/** What a player is told. */
public sealed interface Message {
    /** Nobody has won, or you are a visualization. */
    int NOBODY = -1;

    /** Who a player is. Only visualizations are told. */
    record PlayerInfo(int playerId, String nickname, String remoteAddress, boolean isConnected) {}

    /** The start of the game; the playerId of a visualization is NOBODY. */
    record GameStarts(
            int playerId,
            int nbPlayers,
            int nbSpecialPlayers,
            int nbTurnsMax,
            double millisecondsBeforeFirstTurn,
            double millisecondsBetweenTurns,
            State state,
            List<PlayerInfo> playersInfo) implements Message {
        /** With a special player the dead stay dead. */
        public boolean isSuddenDeath() {
            return nbSpecialPlayers > 0;
        }
    }

    /** A turn that wants orders. A slow program misses some, so the numbers may have gaps. */
    record Turn(int number, State state, List<PlayerInfo> playersInfo) implements Message {}

    /** The end of the game; the winner is NOBODY if there is none. */
    record GameEnds(int winnerPlayerId, State state) implements Message {}

    static Message read(Json given) throws GameError.BadMessage {
        String kind = given.get("message_type").text();
        return switch (kind) {
            case "GAME_STARTS" -> new GameStarts(
                    given.get("player_id").whole(),
                    given.get("nb_players").whole(),
                    given.get("nb_special_players").whole(),
                    given.get("nb_turns_max").whole(),
                    given.get("milliseconds_before_first_turn").number(),
                    given.get("milliseconds_between_turns").number(),
                    State.read(given.get("initial_game_state")),
                    playersInfo(given));
            case "TURN" -> new Turn(
                    given.get("turn_number").whole(), State.read(given.get("game_state")), playersInfo(given));
            case "GAME_ENDS" -> new GameEnds(
                    given.get("winner_player_id").whole(), State.read(given.get("game_state")));
            default -> throw new GameError.BadMessage(kind + " has come, which no player is sent");
        };
    }

    private static List<PlayerInfo> playersInfo(Json given) throws GameError.BadMessage {
        List<PlayerInfo> found = new ArrayList<>();
        for (Json one : given.get("players_info").items()) {
            found.add(new PlayerInfo(one.get("player_id").whole(), one.get("nickname").text(),
                    one.get("remote_address").text(), one.get("is_connected").truth()));
        }
        return found;
    }
}
