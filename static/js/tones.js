// What the table sounds like: each sound a few notes of a struck bell, the same in every context they are played in.

// Frequency, start and length in seconds, and how loud beside the others, so that ears find them even.
export const SOUNDS = {
  match_ended: { loud: 0.85, notes: [[523.25, 0, 0.5], [659.25, 0.14, 0.5], [783.99, 0.28, 0.5], [1046.5, 0.42, 0.9]] },
  award_made: { loud: 1, notes: [[783.99, 0, 0.25], [987.77, 0.12, 0.25], [1174.66, 0.24, 0.5]] },
  movie_completed: { loud: 0.9, notes: [[392, 0, 0.3], [523.25, 0.1, 0.3], [659.25, 0.2, 0.5]] },
  lot_won: { loud: 1, notes: [[880, 0, 0.12], [1318.5, 0.09, 0.35]] },
  bid_made: { loud: 1.1, notes: [[587.33, 0, 0.16]] },
  turn: { loud: 0.9, notes: [[659.25, 0, 0.5], [880, 0.16, 0.5]] },
};
const LOUDEST = 0.5;
const ATTACK = 0.015, RELEASE = 0.02; // seconds
const FADED = 0.004; // of a note's loudness is left when it is let go

// Between 0 and 1; loudness grows with the square, as ears have it.
export const loudnessAt = (volume) => LOUDEST * volume ** 2;

export function ring(context, { loud, notes }, loudness) {
  for (const [frequency, start, length] of notes) {
    const from = context.currentTime + start;
    const end = from + length;
    const peak = loudness * loud;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(peak, from + ATTACK);
    gain.gain.exponentialRampToValueAtTime(peak * FADED, end);
    gain.gain.linearRampToValueAtTime(0, end + RELEASE);
    tone.connect(gain).connect(context.destination);
    tone.start(from);
    tone.stop(end + RELEASE);
  }
}

export const lengthOf = ({ notes }) => Math.max(...notes.map(([, start, length]) => start + length)) + RELEASE;
