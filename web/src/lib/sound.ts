// Small sounds made on the spot; silent unless asked for.

import { likes } from "./keep.svelte";

const NOTES: Record<string, [number, number, OscillatorType]> = {
  step: [220, 0.05, "triangle"],
  kill: [110, 0.18, "sawtooth"],
  hurt: [80, 0.25, "square"],
  blast: [55, 0.35, "sawtooth"],
  gain: [660, 0.12, "sine"],
  end: [440, 0.4, "sine"],
};

let audio: AudioContext | null = null;

export function play(name: string): void {
  const note = NOTES[name];
  if (!likes.sound || !note) return;
  audio ??= new AudioContext();
  const [pitch, seconds, type] = note;
  const now = audio.currentTime;
  const tone = new OscillatorNode(audio, { type, frequency: pitch });
  const volume = new GainNode(audio, { gain: 0.06 });
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.7, now + seconds);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + seconds);
}
