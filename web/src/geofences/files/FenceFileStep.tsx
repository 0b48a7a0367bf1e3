import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useText } from '../../ui/i18n.tsx'
import { FileDropArea } from '../../work/FileDropArea.tsx'

interface FenceFileStepProps {
  sending: { name: string; share: number } | null
  pasted: string
  onPasted: (text: string) => void
  onTake: (file: File) => void
}

/** Where the geofences come from: a file that is chosen or dropped, or pasted text. */
export function FenceFileStep({ sending, pasted, onPasted, onTake }: FenceFileStepProps) {
  const { t } = useText()
  return (
    <>
      <FileDropArea
        sending={sending}
        title={t('geofences.import.drop')}
        hint={t('geofences.import.formats')}
        accept=".geojson,.json,.kml,.kmz,.wkt,.txt,.csv"
        onTake={onTake}
      />
      {sending === null && (
        <>
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
      )}
    </>
  )
}
