// Sounds made on the spot, one for each thing that is heard; silent until the first click, as browsers demand.

import { likes } from "./keep.svelte";

/** A tone, or noise through a filter: from one pitch to another in so many seconds, how loud, and after which pause. */
type Layer = [OscillatorType | "noise", number, number, number, number, number?];

export const SOUNDS: Record<string, Layer[]> = {
  // On any board
  step: [["triangle", 210, 160, 0.06, 0.5]],
  leap: [["sine", 260, 520, 0.16, 0.6]],
  slide: [["noise", 900, 300, 0.18, 0.35]],
  hit: [["square", 150, 70, 0.12, 0.45], ["noise", 1600, 500, 0.06, 0.5]],
  hurt: [["square", 95, 60, 0.24, 0.5]],
  kill: [["sawtooth", 170, 55, 0.24, 0.5], ["noise", 700, 150, 0.16, 0.4]],
  gain: [["sine", 660, 880, 0.14, 0.5], ["sine", 990, 990, 0.16, 0.35, 0.09]],
  end: [["sine", 392, 392, 0.3, 0.5], ["sine", 523, 523, 0.3, 0.5, 0.14], ["sine", 659, 659, 0.5, 0.5, 0.28]],
  turn: [["sine", 587, 587, 0.14, 0.5], ["sine", 880, 880, 0.26, 0.45, 0.12]],
  plain: [["triangle", 320, 300, 0.05, 0.3]],
  // Arms
  stab: [["noise", 3200, 1400, 0.07, 0.7], ["triangle", 520, 300, 0.06, 0.4]],
  lunge: [["noise", 2200, 4200, 0.1, 0.6], ["triangle", 420, 640, 0.09, 0.4]],
  bash: [["square", 120, 80, 0.1, 0.6], ["noise", 900, 300, 0.1, 0.6]],
  stun: [["sine", 880, 820, 0.3, 0.35], ["sine", 1170, 1090, 0.3, 0.3]],
  throw: [["noise", 1200, 3400, 0.2, 0.5]],
  arrow: [["noise", 2600, 900, 0.16, 0.5], ["triangle", 880, 220, 0.14, 0.35]],
  volley: [["noise", 2600, 900, 0.16, 0.5], ["noise", 2300, 800, 0.16, 0.4, 0.05], ["noise", 2900, 1000, 0.16, 0.4, 0.1]],
  gun: [["noise", 500, 90, 0.32, 0.9], ["square", 90, 45, 0.2, 0.5]],
  magic: [["sawtooth", 300, 1500, 0.26, 0.3], ["sine", 1500, 600, 0.26, 0.35]],
  sword: [["square", 1250, 1180, 0.12, 0.25], ["triangle", 1900, 1820, 0.2, 0.35]],
  clash: [["noise", 1800, 600, 0.22, 0.7], ["square", 900, 860, 0.12, 0.25], ["square", 690, 640, 0.16, 0.25, 0.07]],
  // Bombs
  bomb: [["square", 260, 230, 0.07, 0.4], ["square", 200, 190, 0.08, 0.4, 0.09]],
  blast: [["noise", 420, 60, 0.45, 1], ["sawtooth", 70, 32, 0.4, 0.5]],
  fire: [["noise", 1400, 2400, 0.3, 0.4]],
  revive: [["sine", 330, 660, 0.24, 0.5], ["triangle", 495, 990, 0.24, 0.3, 0.06]],
  // A battle
  card: [["noise", 3800, 2400, 0.06, 0.4], ["triangle", 240, 200, 0.07, 0.35, 0.03]],
  march: [["noise", 300, 180, 0.08, 0.7], ["noise", 300, 180, 0.08, 0.7, 0.12]],
  withdraw: [["triangle", 440, 250, 0.3, 0.45], ["noise", 900, 400, 0.2, 0.25]],
  raid: [["sawtooth", 196, 294, 0.16, 0.4], ["sawtooth", 294, 392, 0.2, 0.4, 0.13]],
  plunder: [["noise", 1500, 700, 0.12, 0.5], ["triangle", 700, 300, 0.22, 0.4, 0.08]],
  rout: [["sawtooth", 330, 110, 0.42, 0.45], ["noise", 600, 200, 0.3, 0.35]],
  waver: [["triangle", 300, 270, 0.1, 0.4], ["triangle", 270, 300, 0.1, 0.4, 0.11], ["triangle", 300, 260, 0.1, 0.4, 0.22]],
  steady: [["triangle", 262, 262, 0.12, 0.45], ["triangle", 330, 330, 0.18, 0.45, 0.1]],
  rampage: [["sawtooth", 110, 240, 0.2, 0.5], ["sawtooth", 240, 70, 0.35, 0.5, 0.18], ["noise", 240, 120, 0.4, 0.6]],
  trample: [["noise", 220, 110, 0.12, 0.9], ["square", 60, 45, 0.12, 0.4]],
  gallop: [["noise", 700, 500, 0.05, 0.6], ["noise", 600, 450, 0.05, 0.6, 0.08], ["noise", 700, 500, 0.06, 0.6, 0.2]],
  duel: [["square", 1500, 1400, 0.08, 0.25], ["triangle", 2100, 2000, 0.14, 0.35, 0.02], ["square", 1300, 1250, 0.1, 0.25, 0.12]],
  wound: [["square", 180, 90, 0.14, 0.4], ["noise", 2400, 1200, 0.06, 0.4]],
  heads: [["triangle", 147, 139, 0.5, 0.6], ["sine", 294, 277, 0.5, 0.3]],
  drum: [["sine", 130, 60, 0.22, 0.9]],
  horn: [["sawtooth", 220, 223, 0.34, 0.3], ["sawtooth", 330, 333, 0.34, 0.25, 0.08]],
};

const LOUDEST = 0.22;
const APART = 0.045; // seconds: what happens to many at once is heard once

let audio: AudioContext | null = null;
let hiss: AudioBuffer | null = null;
const heard = new Map<string, number>();

function noise(on: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = on.createBuffer(1, on.sampleRate / 2, on.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = 2 * Math.random() - 1;
  return hiss;
}

export function play(name: string): void {
  const layers = SOUNDS[name];
  if (likes.muted || !likes.volume || !layers || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  if (now - (heard.get(name) ?? -1) < APART) return;
  heard.set(name, now);
  for (const layer of layers) sound(audio, layer, now);
}

function sound(on: AudioContext, [wave, from, to, seconds, loud, pause = 0]: Layer, now: number): void {
  const start = now + pause;
  const stop = start + seconds;
  const volume = new GainNode(on, { gain: LOUDEST * likes.volume * loud });
  volume.gain.setValueAtTime(LOUDEST * likes.volume * loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, stop);
  volume.connect(on.destination);
  let source: AudioScheduledSourceNode;
  let pitch: AudioParam;
  if (wave === "noise") {
    const filter = new BiquadFilterNode(on, { type: "bandpass", frequency: from, Q: 1.2 });
    source = new AudioBufferSourceNode(on, { buffer: noise(on), loop: true });
    source.connect(filter).connect(volume);
    pitch = filter.frequency;
  } else {
    const tone = new OscillatorNode(on, { type: wave, frequency: from });
    source = tone;
    tone.connect(volume);
    pitch = tone.frequency;
  }
  pitch.setValueAtTime(from, start);
  pitch.exponentialRampToValueAtTime(to, stop);
  source.start(start);
  source.stop(stop);
}
