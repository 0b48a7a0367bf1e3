import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import { type DragEvent, type ReactNode, useState } from 'react'
import { FileButton } from '../ui/fields/FileButton.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'

interface FileDropAreaProps {
  /** The file on its way and the share of it that was sent, 0 to 1: shown instead of the choice of another one. */
  sending: { name: string; share: number } | null
  title: string
  /** Which files can be read. */
  hint: string
  /** As of the attribute `accept`. */
  accept: string
  onTake: (file: File) => void
  /** Shown below the choice of a file. */
  children?: ReactNode
}

/** Where a file to import is dropped or chosen. */
export function FileDropArea({ sending, title, hint, accept, onTake, children }: FileDropAreaProps) {
  const { t } = useText()
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && sending === null) onTake(file)
  }
  const words =
    sending === null || sending.share < 1
      ? t('work.import.uploading', { name: sending?.name ?? '' })
      : t('work.import.reading')
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault()
        setOver(sending === null)
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
          <Box sx={{ typography: 'h3' }}>{title}</Box>
          <Box sx={{ typography: 'body2', color: token('textSoft') }}>{hint}</Box>
          <FileButton label={t('work.import.choose')} accept={accept} sx={{ mt: '8px' }} onChoose={onTake} />
          {children}
        </>
      ) : (
        <Box role="status" sx={{ width: 'min(360px, 100%)', display: 'grid', gap: '10px' }}>
          <Box sx={{ overflowWrap: 'anywhere' }}>{words}</Box>
          <LinearProgress
            aria-label={words}
            variant={sending.share < 1 ? 'determinate' : 'indeterminate'}
            value={sending.share * 100}
          />
        </Box>
      )}
    </Box>
  )
}
