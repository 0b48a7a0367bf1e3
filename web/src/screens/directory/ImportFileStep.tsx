import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { type DragEvent, useRef, useState } from 'react'
import { useWorkspace } from '../../app/client-context.tsx'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/tokens.ts'
import type { Import } from './use-import.ts'

/** Step 1: the file, dropped or chosen, and the company it is for where there are several. */
export function ImportFileStep({ task }: { task: Import }) {
  const { t } = useText()
  const { companies } = useWorkspace()
  const input = useRef<HTMLInputElement>(null)
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
      {companies.length > 1 && (
        <ChoiceField
          label={t('directory.import.company')}
          value={task.companyId}
          choices={companies.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={task.setCompanyId}
          isDisabled={sending !== null}
        />
      )}
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
            <Box sx={{ typography: 'h3' }}>{t('directory.import.drop')}</Box>
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('directory.import.dropHint')}</Box>
            <Button variant="outlined" onClick={() => input.current?.click()} sx={{ mt: '8px' }}>
              {t('directory.import.choose')}
            </Button>
          </>
        ) : (
          <Box role="status" sx={{ width: 'min(360px, 100%)', display: 'grid', gap: '10px' }}>
            <Box sx={{ overflowWrap: 'anywhere' }}>
              {sending.share < 1
                ? t('directory.import.uploading', { name: sending.name })
                : t('directory.import.reading')}
            </Box>
            <LinearProgress
              aria-label={t('directory.import.uploading', { name: sending.name })}
              variant={sending.share < 1 ? 'determinate' : 'indeterminate'}
              value={sending.share * 100}
            />
          </Box>
        )}
      </Box>
      <input
        ref={input}
        type="file"
        accept=".csv,.xlsx"
        aria-label={t('directory.import.choose')}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void task.take(file)
        }}
      />
    </Box>
  )
}
