import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import type { Work } from '@rumbo/contract/work.contract'
import { useRef, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { knownCode } from '../app/data/problems.ts'
import { ChoiceMenu } from '../ui/fields/ChoiceMenu.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { useFiles } from './use-files.ts'
import { useWork } from './use-work.ts'
import { WorkDialog, workError } from './WorkDialog.tsx'

interface ExportButtonProps<Format extends string> {
  label: string
  /** Title of the progress dialog, such as "Export the audit". */
  title: string
  /** Accessible name of the menu of formats. Default: `title`. */
  menuLabel?: string
  formats: readonly { value: Format; label: string }[]
  /** Name of the downloaded file if the server gives none. */
  fileName: string
  /** Starts the export on the server; errors are shown. Null: it asked for more, and was cancelled. */
  onStart: (format: Format) => Promise<{ workId: string } | null>
  size?: 'small' | 'medium'
  isDisabled?: boolean
}

/** Exports to a file: choose the format, watch the progress, and the file is downloaded. */
export function ExportButton<Format extends string>(props: ExportButtonProps<Format>) {
  const { label, title, menuLabel = title, formats, fileName, onStart, size, isDisabled = false } = props
  const { t } = useText()
  const { show } = useToasts()
  const { downloadFile } = useFiles()
  const message = useErrorMessage()
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [workId, setWorkId] = useState<string | null>(null)
  const [isShown, setShown] = useState(false)
  const [isStarting, setStarting] = useState(false)

  // The button loses the focus while it is disabled by `loading`, so the dialog cannot return it there by itself.
  function close(): void {
    setShown(false)
    requestAnimationFrame(() => button.current?.focus())
  }

  async function download(work: Work): Promise<void> {
    const { fileId, fileName: givenName } = work.result ?? {}
    if (!fileId) return
    const name = givenName ?? fileName
    try {
      await downloadFile(fileId, name)
      if (isShown) close()
      show({ type: 'success', message: t('work.download.ready', { name }) })
    } catch (error) {
      const isGone = knownCode(error) === 'file_not_found'
      show({
        type: 'error',
        message: isGone ? t('work.download.gone') : message(error, t('work.download.failed')),
      })
    }
  }

  const watched = useWork(workId, (work) => {
    const error = workError(t, work)
    if (work.status === 'done') void download(work)
    else if (error && !isShown) show({ type: 'error', message: error })
  })

  async function start(format: Format): Promise<void> {
    setStarting(true)
    try {
      const started = await onStart(format)
      if (started === null) return
      setWorkId(started.workId)
      setShown(true)
    } catch (error) {
      show({ type: 'error', message: message(error, t('work.export.failed')) })
    } finally {
      setStarting(false)
    }
  }

  return (
    <>
      <Button
        ref={button}
        size={size}
        variant="outlined"
        startIcon={<FileDownloadOutlined />}
        aria-haspopup="menu"
        loading={isStarting}
        disabled={isDisabled}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <ChoiceMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        label={menuLabel}
        items={formats.map((format) => ({
          label: format.label,
          onChoose: () => void start(format.value),
        }))}
      />
      {isShown && workId !== null && (
        <WorkDialog
          title={title}
          watched={watched}
          onClose={close}
          onDownload={() => void (watched.work && download(watched.work))}
        />
      )}
    </>
  )
}
