import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import TextField from '@mui/material/TextField'
import { type DragEvent, useState } from 'react'
import { FileButton } from '../../ui/fields/FileButton.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

interface FenceFileStepProps {
  sending: { name: string; share: number } | null
  pasted: string
  onPasted: (text: string) => void
  onTake: (file: File) => void
}

/** Where the geofences come from: a file that is chosen or dropped, or pasted text. */
export function FenceFileStep({ sending, pasted, onPasted, onTake }: FenceFileStepProps) {
  const { t } = useText()
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onTake(file)
  }
  if (sending !== null) {
    const words =
      sending.share < 1 ? t('work.import.uploading', { name: sending.name }) : t('work.import.reading')
    return (
      <Box role="status" sx={{ display: 'grid', gap: '10px', py: '32px' }}>
        <Box sx={{ overflowWrap: 'anywhere' }}>{words}</Box>
        <LinearProgress
          aria-label={words}
          variant={sending.share < 1 ? 'determinate' : 'indeterminate'}
          value={sending.share * 100}
        />
      </Box>
    )
  }
  return (
    <>
      <Box
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{
          display: 'grid',
          justifyItems: 'center',
          gap: '6px',
          p: '28px 18px',
          textAlign: 'center',
          border: `1.5px dashed ${token(isOver ? 'primaryText' : 'lineStrong')}`,
          backgroundColor: isOver ? token('primarySoft') : token('sunken'),
          borderRadius: '12px',
        }}
      >
        <UploadFileOutlined aria-hidden sx={{ fontSize: 32, color: token('textSoft') }} />
        <Box sx={{ typography: 'h3' }}>{t('geofences.import.drop')}</Box>
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('geofences.import.formats')}</Box>
        <FileButton
          label={t('work.import.choose')}
          accept=".geojson,.json,.kml,.kmz,.wkt,.txt,.csv"
          sx={{ mt: '8px' }}
          onChoose={onTake}
        />
      </Box>
      <TextField
        label={t('geofences.import.paste')}
        value={pasted}
        multiline
        minRows={3}
        maxRows={8}
        onChange={({ target }) => onPasted(target.value)}
        helperText={t('geofences.import.pasteHint')}
        slotProps={{ htmlInput: { spellCheck: false } }}
      />
      <Box>
        <Button
          variant="outlined"
          disabled={pasted.trim() === ''}
          onClick={() => onTake(new File([pasted], t('geofences.import.pasted')))}
        >
          {t('geofences.import.read')}
        </Button>
      </Box>
    </>
  )
}
