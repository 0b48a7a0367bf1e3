import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import { exportFormats, exportHistory } from '@rumbo/contract/telemetry.contract'
import type { Work } from '@rumbo/contract/work.contract'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { knownCode } from '../../app/data/problems.ts'
import { useData } from '../../app/data/use-data.ts'
import { ChoiceMenu } from '../../ui/fields/ChoiceMenu.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useFiles } from '../../work/use-files.ts'
import { useWork } from '../../work/use-work.ts'
import { WorkDialog, workError } from '../../work/WorkDialog.tsx'

/** Writes the positions of a day to a file: choose the kind, see the progress, and it arrives in the downloads. */
export function ExportHistory({ vehicleId, date }: { vehicleId: string; date: string }) {
  const { t, language } = useText()
  const { show } = useToasts()
  const { call } = useData()
  const { downloadFile } = useFiles()
  const message = useErrorMessage()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [workId, setWorkId] = useState<string | null>(null)
  const [isShown, setShown] = useState(false)
  const [isStarting, setStarting] = useState(false)

  async function download({ result }: Work): Promise<void> {
    const { fileId, fileName } = result ?? {}
    if (!fileId) return
    const name = fileName ?? t('history.file')
    try {
      await downloadFile(fileId, name)
      setShown(false)
      show({ type: 'success', message: t('work.download.ready', { name }) })
    } catch (error) {
      const isGone = knownCode(error) === 'file_not_found'
      const text = isGone ? t('work.download.gone') : message(error, t('work.download.failed'))
      show({ type: 'error', message: text })
    }
  }
  const watched = useWork(workId, (work) => {
    const error = workError(t, work)
    if (work.status === 'done') void download(work)
    else if (error && !isShown) show({ type: 'error', message: error })
  })
  async function start(format: (typeof exportFormats)[number]): Promise<void> {
    setStarting(true)
    try {
      const input = { params: { id: vehicleId }, body: { date, format, language } }
      setWorkId((await call(exportHistory, input)).workId)
      setShown(true)
    } catch (error) {
      show({ type: 'error', message: message(error) })
    } finally {
      setStarting(false)
    }
  }
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<FileDownloadOutlined />}
        aria-haspopup="menu"
        loading={isStarting}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('history.export.button')}
      </Button>
      <ChoiceMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        label={t('history.export.title')}
        items={exportFormats.map((format) => ({
          label: t(`history.export.${format}`),
          onChoose: () => void start(format),
        }))}
      />
      {isShown && workId !== null && (
        <WorkDialog
          title={t('history.export.title')}
          watched={watched}
          onClose={() => setShown(false)}
          onDownload={() => void (watched.work && download(watched.work))}
        />
      )}
    </>
  )
}
