import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import MicNoneOutlined from '@mui/icons-material/MicNoneOutlined'
import StopCircleOutlined from '@mui/icons-material/StopCircleOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { audioSeconds } from '@rumbo/contract/communication.attachments.contract'
import { useEffect, useState } from 'react'
import { type Recording, useRecorder } from '../../ui/hooks/use-recorder.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

interface RecordingFieldProps {
  onAttach: (file: File) => void
  /** In words; null once it is over. */
  onProblem: (words: string | null) => void
}

/** Records up to two minutes, which can be played before they are attached or discarded. */
export function RecordingField({ onAttach, onProblem }: RecordingFieldProps) {
  const { t } = useText()
  const [taken, setTaken] = useState<(Recording & { url: string }) | null>(null)
  // The focus comes back to the button once the recording is done with.
  const [wasUsed, setUsed] = useState(false)
  const { seconds, start, stop, drop } = useRecorder({
    mostSeconds: audioSeconds,
    onProblem: (problem) => onProblem(t(`communication.voice.${problem}`)),
    onRecorded: (recording) => setTaken({ ...recording, url: URL.createObjectURL(recording.content) }),
  })
  const url = taken?.url
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])
  const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 6px' } as const
  const discard = (onDiscard: () => void) => (
    <IconButton
      aria-label={t('communication.voice.drop')}
      title={t('communication.voice.drop')}
      onClick={onDiscard}
    >
      <DeleteOutlineRounded />
    </IconButton>
  )
  if (taken !== null)
    return (
      <Box role="group" aria-label={t('communication.voice.group')} sx={row}>
        <Box
          component="audio"
          controls
          src={taken.url}
          aria-label={t('communication.voice.listen')}
          sx={{ height: 36, width: 240, maxWidth: '100%' }}
        />
        <Button
          autoFocus
          size="small"
          variant="outlined"
          onClick={() => {
            const { content, ending } = taken
            const name = `${t('communication.voice.name')}.${ending}`
            setTaken(null)
            onAttach(new File([content], name, { type: content.type }))
          }}
        >
          {t('communication.voice.attach')}
        </Button>
        {discard(() => setTaken(null))}
      </Box>
    )
  if (seconds !== null)
    return (
      <Box role="group" aria-label={t('communication.voice.group')} sx={row}>
        <Box
          component="span"
          role="timer"
          sx={{ color: token('critical'), fontVariantNumeric: 'tabular-nums' }}
        >
          {t('communication.voice.time', { passed: clock(seconds), most: clock(audioSeconds) })}
        </Box>
        <Button
          autoFocus
          size="small"
          variant="contained"
          color="error"
          startIcon={<StopCircleOutlined />}
          onClick={stop}
        >
          {t('communication.voice.stop')}
        </Button>
        {discard(drop)}
      </Box>
    )
  return (
    <IconButton
      autoFocus={wasUsed}
      aria-label={t('communication.voice.record')}
      title={t('communication.voice.record')}
      onClick={() => {
        onProblem(null)
        setUsed(true)
        start()
      }}
    >
      <MicNoneOutlined />
    </IconButton>
  )
}
