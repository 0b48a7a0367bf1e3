import { useSyncExternalStore } from 'react'

/** Additional notifications of an approach besides the toast; stored in this browser. */
export interface NoticeSettings {
  hasSound: boolean
  /** The browser's own notification while Rumbo is in the background. */
  hasNotification: boolean
}

const key = 'rumbo.approachNotice'
const listeners = new Set<() => void>()
let settings: NoticeSettings | null = null

function load(): NoticeSettings {
  try {
    const { hasSound = true, hasNotification = false } = JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}
    return { hasSound: hasSound === true, hasNotification: hasNotification === true }
  } catch {
    return { hasSound: true, hasNotification: false }
  }
}

const present = (): NoticeSettings => {
  settings ??= load()
  return settings
}

export function changeNotice(change: Partial<NoticeSettings>): void {
  settings = { ...present(), ...change }
  try {
    localStorage.setItem(key, JSON.stringify(settings))
  } catch {
    // If the browser denies storage, settings last until the page is closed.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export const useNoticeSettings = (): NoticeSettings => useSyncExternalStore(subscribe, present)

let audio: AudioContext | undefined

/** Two short tones, the second higher. Silent if the browser allows no sound, such as before the first click. */
export function playApproach(): void {
  try {
    audio ??= new AudioContext()
    void audio.resume().catch(() => {})
    const start = audio.currentTime
    for (const [at, hertz] of [
      [0, 660],
      [0.18, 880],
    ] as const) {
      const tone = audio.createOscillator()
      const volume = audio.createGain()
      tone.frequency.value = hertz
      volume.gain.setValueAtTime(0, start + at)
      volume.gain.linearRampToValueAtTime(0.2, start + at + 0.02)
      volume.gain.exponentialRampToValueAtTime(0.001, start + at + 0.32)
      tone.connect(volume).connect(audio.destination)
      tone.start(start + at)
      tone.stop(start + at + 0.34)
    }
  } catch {
    // The browser supports no sound.
  }
}

/** Asks for permission once; afterwards the browser remembers the answer. */
export async function requestNotifications(): Promise<'granted' | 'denied' | 'unsupported'> {
  if (!('Notification' in globalThis)) return 'unsupported'
  try {
    const answer = await Notification.requestPermission()
    return answer === 'granted' ? 'granted' : 'denied'
  } catch {
    return 'unsupported'
  }
}

/** Plays the sound and shows the notification according to the settings; the notification only in the background. */
export function giveNotice(title: string, body: string | undefined, onOpen: () => void): void {
  const { hasSound, hasNotification } = present()
  if (hasSound) playApproach()
  if (!hasNotification || !('Notification' in globalThis) || document.hasFocus()) return
  try {
    const notice = new Notification(title, { body })
    notice.onclick = () => {
      window.focus()
      notice.close()
      onOpen()
    }
  } catch {
    // Some phones only support notifications of installed applications.
  }
}
