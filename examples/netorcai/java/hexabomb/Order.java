// Part of Hoplon, under the MIT licence.
package hexabomb;

/** What a character shall do: made by move, bomb or revive. */
public record Order(String json) {
    /** Step to a neighbouring cell, which takes your color. */
    public static Order move(int characterId, State.Way way) {
        return of(characterId, "\"move\",\"direction\":\"" + way.name() + "\"");
    }

    /** Drop a bomb; range and delay are 2 to 4 (2 to 100 for a special player). */
    public static Order bomb(int characterId, int range, int delay) {
        return of(characterId, "\"bomb\",\"bomb_range\":" + range + ",\"bomb_delay\":" + delay);
    }

    /** Bring a dead character back, once its reviveDelay is 0. */
    public static Order revive(int characterId) {
        return of(characterId, "\"revive\"");
    }

    private static Order of(int characterId, String movement) {
        return new Order("{\"id\":" + characterId + ",\"movement\":" + movement + "}");
    }
}
