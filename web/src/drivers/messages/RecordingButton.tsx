import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import MicNoneOutlined from '@mui/icons-material/MicNoneOutlined'
import StopCircleOutlined from '@mui/icons-material/StopCircleOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { audioSeconds } from '@rumbo/contract/communication.attachments.contract'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../ui/i18n.tsx'

/** What the server takes, the smallest first, with the ending of its files. */
const formats = [
  { type: 'audio/webm', ending: 'webm' },
  { type: 'audio/mp4', ending: 'm4a' },
  { type: 'audio/ogg', ending: 'ogg' },
]
/** The recorder ends a moment after `stop`; the server counts whole recordings. */
const longestSeconds = audioSeconds - 1

interface Running {
  recorder: MediaRecorder
  isDropped: boolean
}

/** Records what a driver says, for at most two minutes. */
export function RecordingButton({
  isDisabled,
  onRecording,
  onRecorded,
  onError,
}: {
  isDisabled: boolean
  onRecording: (isRecording: boolean) => void
  onRecorded: (content: Blob, name: string) => void
  /** There is no microphone, or it may not be used. */
  onError: () => void
}) {
  const { t } = useText()
  const running = useRef<Running | null>(null)
  const [seconds, setSeconds] = useState<number | null>(null)
  const isStarting = useRef(false)
  const isGone = useRef(false)
  const isRecording = seconds !== null
  const stop = (isDropped: boolean) => {
    if (!running.current) return
    running.current.isDropped = isDropped
    if (running.current.recorder.state !== 'inactive') running.current.recorder.stop()
  }
  const start = async () => {
    const format = formats.find(({ type }) => globalThis.MediaRecorder?.isTypeSupported(type))
    if (!format) return onError()
    if (isStarting.current) return
    isStarting.current = true
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      // Left while the browser asked for permission.
      if (isGone.current) {
        for (const track of stream.getTracks()) track.stop()
        return
      }
      const recorder = new MediaRecorder(stream, { mimeType: format.type, audioBitsPerSecond: 24_000 })
      const parts: Blob[] = []
      const mine: Running = { recorder, isDropped: false }
      recorder.ondataavailable = ({ data }) => void parts.push(data)
      recorder.onstop = () => {
        for (const track of stream.getTracks()) track.stop()
        running.current = null
        setSeconds(null)
        onRecording(false)
        if (!mine.isDropped)
          onRecorded(
            new Blob(parts, { type: format.type }),
            `${t('driver.messages.recording')}.${format.ending}`,
          )
      }
      running.current = mine
      recorder.start()
      setSeconds(0)
      onRecording(true)
    } catch {
      onError()
    } finally {
      isStarting.current = false
    }
  }
  useEffect(() => {
    if (!isRecording) return
    const began = performance.now()
    const timer = setInterval(() => {
      const passed = Math.floor((performance.now() - began) / 1000)
      setSeconds((before) => (before === null ? null : passed))
      if (passed >= longestSeconds) running.current?.recorder.stop()
    }, 500)
    return () => clearInterval(timer)
  }, [isRecording])
  // A conversation that is left takes its recording along.
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      if (!running.current) return
      running.current.isDropped = true
      running.current.recorder.stop()
    }
  }, [])
  if (!isRecording)
    return (
      <Button
        variant="outlined"
        aria-label={t('driver.voice.record')}
        title={t('driver.voice.record')}
        disabled={isDisabled}
        sx={{ minHeight: 56, minWidth: 56, px: '10px' }}
        onClick={() => void start()}
      >
        <MicNoneOutlined />
      </Button>
    )
  return (
    <>
      <IconButton
        aria-label={t('driver.voice.drop')}
        sx={{ width: 56, height: 56 }}
        onClick={() => stop(true)}
      >
        <DeleteOutlineRounded />
      </IconButton>
      <Button
        variant="contained"
        color="error"
        startIcon={<StopCircleOutlined />}
        sx={{ minHeight: 56, flex: 1, fontVariantNumeric: 'tabular-nums' }}
        onClick={() => stop(false)}
      >
        {t('driver.voice.stop', { seconds, most: audioSeconds })}
      </Button>
    </>
  )
}
