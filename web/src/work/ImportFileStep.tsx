import DownloadRounded from '@mui/icons-material/DownloadRounded'
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { type DragEvent, type ReactNode, useState } from 'react'
import { FileButton } from '../ui/fields/FileButton.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import type { ImportFile } from './use-import.ts'

interface ImportFileStepProps {
  task: ImportFile
  /** Shown above the file. */
  target: ReactNode
  /** Downloads a template with the headings only. */
  onTemplate: () => void
}

/** Step 1: drop or choose the file, and choose its target. */
export function ImportFileStep({ task, target, onTemplate }: ImportFileStepProps) {
  const { t } = useText()
  const [isOver, setOver] = useState(false)
  const { sending } = task
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && sending === null) void task.take(file)
  }
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      {target}
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
          p: '32px 18px',
          textAlign: 'center',
          border: `1.5px dashed ${token(isOver ? 'primaryText' : 'lineStrong')}`,
          backgroundColor: isOver ? token('primarySoft') : token('sunken'),
          borderRadius: '12px',
        }}
      >
        {sending === null ? (
          <>
            <UploadFileOutlined aria-hidden sx={{ fontSize: 32, color: token('textSoft') }} />
            <Box sx={{ typography: 'h3' }}>{t('work.import.drop')}</Box>
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('work.import.dropHint')}</Box>
            <FileButton
              label={t('work.import.choose')}
              accept=".csv,.xlsx"
              sx={{ mt: '8px' }}
              onChoose={(file) => void task.take(file)}
            />
            <Button size="small" startIcon={<DownloadRounded />} onClick={onTemplate}>
              {t('work.import.template')}
            </Button>
          </>
        ) : (
          <Box role="status" sx={{ width: 'min(360px, 100%)', display: 'grid', gap: '10px' }}>
            <Box sx={{ overflowWrap: 'anywhere' }}>
              {sending.share < 1
                ? t('work.import.uploading', { name: sending.name })
                : t('work.import.reading')}
            </Box>
            <LinearProgress
              aria-label={t('work.import.uploading', { name: sending.name })}
              variant={sending.share < 1 ? 'determinate' : 'indeterminate'}
              value={sending.share * 100}
            />
          </Box>
        )}
      </Box>
    </Box>
  )
}
