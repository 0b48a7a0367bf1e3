import { useSyncExternalStore } from 'react'
import { localSettings } from '../app/session/storage.ts'

const key = 'dispatchMuted'
const listeners = new Set<() => void>()

const isMuted = (): boolean => localSettings.getItem(key) === 'true'

export function setMuted(muted: boolean): void {
  localSettings.setItem(key, String(muted))
  for (const listener of listeners) listener()
}

/** Whether this browser is silent. */
export const useMuted = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, isMuted)

/** Frequencies in Hz, one after the other. */
const tones = { new: [660, 880], risk: [440, 440, 440] } as const
const toneSeconds = 0.16

let audio: AudioContext | null = null

/** Plays a short tone: another one for a new service than for one at risk. Silent where muted or not permitted yet. */
export function play(kind: keyof typeof tones): void {
  if (isMuted() || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  for (const [at, frequency] of tones[kind].entries()) {
    const oscillator = audio.createOscillator()
    const gain = audio.createGain()
    const from = audio.currentTime + at * toneSeconds
    oscillator.frequency.value = frequency
    gain.gain.setValueAtTime(0.12, from)
    gain.gain.exponentialRampToValueAtTime(0.001, from + toneSeconds)
    oscillator.connect(gain).connect(audio.destination)
    oscillator.start(from)
    oscillator.stop(from + toneSeconds)
  }
}
