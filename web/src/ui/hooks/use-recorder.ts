import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** What browsers record and the server takes, the smallest first, with the ending of its files. */
const formats = [
  { type: 'audio/webm', ending: 'webm' },
  { type: 'audio/mp4', ending: 'm4a' },
  { type: 'audio/ogg', ending: 'ogg' },
]

export interface Recording {
  content: Blob
  /** Of its file name, without the dot. */
  ending: string
}
/** `missing`: no microphone, or a browser that records nothing the server takes. */
export type RecorderProblem = 'denied' | 'missing'

interface RecorderOptions {
  /** The longest recording that is taken; it ends by itself a second before, because recorders stop a moment later. */
  mostSeconds: number
  onRecorded: (recording: Recording) => void
  onProblem: (problem: RecorderProblem) => void
}

const problemOf = (error: unknown): RecorderProblem =>
  error instanceof DOMException && /NotAllowed|Security/.test(error.name) ? 'denied' : 'missing'

const release = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

/** Records from the microphone. What is being recorded is dropped when the component goes. */
export function useRecorder({ mostSeconds, onRecorded, onProblem }: RecorderOptions) {
  const running = useRef<{ recorder: MediaRecorder; isDropped: boolean } | null>(null)
  const [seconds, setSeconds] = useState<number | null>(null)
  const isStarting = useRef(false)
  const isGone = useRef(false)
  const latest = useRef({ onRecorded, onProblem })
  useEffect(() => {
    latest.current = { onRecorded, onProblem }
  })
  const end = (isDropped: boolean) => {
    const mine = running.current
    if (!mine) return
    mine.isDropped = isDropped
    if (mine.recorder.state !== 'inactive') mine.recorder.stop()
  }
  const start = async () => {
    const format = formats.find(({ type }) => globalThis.MediaRecorder?.isTypeSupported(type))
    if (!format) return onProblem('missing')
    if (isStarting.current) return
    isStarting.current = true
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      // Left while the browser asked for permission.
      if (isGone.current) return release(stream)
      const recorder = new MediaRecorder(stream, { mimeType: format.type, audioBitsPerSecond: 24_000 })
      const parts: Blob[] = []
      const mine = { recorder, isDropped: false }
      recorder.ondataavailable = ({ data }) => void parts.push(data)
      recorder.onstop = () => {
        release(stream)
        running.current = null
        if (isGone.current) return
        setSeconds(null)
        if (!mine.isDropped)
          latest.current.onRecorded({
            content: new Blob(parts, { type: format.type }),
            ending: format.ending,
          })
      }
      running.current = mine
      recorder.start()
      setSeconds(0)
    } catch (error) {
      latest.current.onProblem(problemOf(error))
    } finally {
      isStarting.current = false
    }
  }
  const isRecording = seconds !== null
  const count = useEffectEvent((passed: number) => {
    setSeconds((before) => (before === null ? null : passed))
    if (passed >= mostSeconds - 1) end(false)
  })
  useEffect(() => {
    if (!isRecording) return
    const began = performance.now()
    const timer = setInterval(() => count(Math.floor((performance.now() - began) / 1000)), 500)
    return () => clearInterval(timer)
  }, [isRecording])
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      if (running.current && running.current.recorder.state !== 'inactive') running.current.recorder.stop()
    }
  }, [])
  return {
    /** How long it has been recording; null while it is not. */
    seconds,
    start: () => void start(),
    stop: () => end(false),
    drop: () => end(true),
  }
}
