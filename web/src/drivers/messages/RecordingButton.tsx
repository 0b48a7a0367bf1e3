import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import MicNoneOutlined from '@mui/icons-material/MicNoneOutlined'
import StopCircleOutlined from '@mui/icons-material/StopCircleOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { audioSeconds } from '@rumbo/contract/communication.attachments.contract'
import { useEffect, useEffectEvent } from 'react'
import { type RecorderProblem, useRecorder } from '../../ui/hooks/use-recorder.ts'
import { useText } from '../../ui/i18n.tsx'

/** Records what a driver says, for at most two minutes. */
export function RecordingButton({
  isDisabled,
  onRecording,
  onRecorded,
  onProblem,
}: {
  isDisabled: boolean
  onRecording: (isRecording: boolean) => void
  onRecorded: (content: Blob, name: string) => void
  onProblem: (problem: RecorderProblem) => void
}) {
  const { t } = useText()
  const { seconds, start, stop, drop } = useRecorder({
    mostSeconds: audioSeconds,
    onProblem,
    onRecorded: ({ content, ending }) => onRecorded(content, `${t('driver.messages.recording')}.${ending}`),
  })
  const isRecording = seconds !== null
  const report = useEffectEvent(() => onRecording(isRecording))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a recording begins or ends
  useEffect(() => report(), [isRecording])
  if (!isRecording)
    return (
      <Button
        variant="outlined"
        aria-label={t('driver.voice.record')}
        title={t('driver.voice.record')}
        disabled={isDisabled}
        sx={{ minHeight: 56, minWidth: 56, px: '10px' }}
        onClick={start}
      >
        <MicNoneOutlined />
      </Button>
    )
  return (
    <>
      <IconButton aria-label={t('driver.voice.drop')} sx={{ width: 56, height: 56 }} onClick={drop}>
        <DeleteOutlineRounded />
      </IconButton>
      <Button
        variant="contained"
        color="error"
        startIcon={<StopCircleOutlined />}
        sx={{ minHeight: 56, flex: 1, fontVariantNumeric: 'tabular-nums' }}
        onClick={stop}
      >
        {t('driver.voice.stop', { seconds, most: audioSeconds })}
      </Button>
    </>
  )
}
