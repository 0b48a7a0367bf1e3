import DownloadRounded from '@mui/icons-material/DownloadRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useText } from '../ui/i18n.tsx'
import { FileDropArea } from './FileDropArea.tsx'
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
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      {target}
      <FileDropArea
        sending={task.sending}
        title={t('work.import.drop')}
        hint={t('work.import.dropHint')}
        accept=".csv,.xlsx"
        onTake={(file) => void task.take(file)}
      >
        <Button size="small" startIcon={<DownloadRounded />} onClick={onTemplate}>
          {t('work.import.template')}
        </Button>
      </FileDropArea>
    </Box>
  )
}
