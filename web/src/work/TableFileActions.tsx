import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Button from '@mui/material/Button'
import { useText } from '../ui/i18n.tsx'
import { ExportButton } from './ExportButton.tsx'

interface TableExportButtonProps {
  /** Title of the progress dialog, such as "Export the audit". */
  title: string
  /** Starts the export on the server; errors are shown. */
  onStart: (format: 'csv' | 'xlsx') => Promise<{ workId: string }>
  isDisabled?: boolean
}

/** Exports what a list shows, as CSV or Excel. */
export function TableExportButton({ title, onStart, isDisabled }: TableExportButtonProps) {
  const { t } = useText()
  return (
    <ExportButton
      label={t('work.export.button')}
      title={title}
      menuLabel={t('work.export.button')}
      formats={[
        { value: 'csv', label: t('work.export.csv') },
        { value: 'xlsx', label: t('work.export.xlsx') },
      ]}
      fileName={title}
      onStart={onStart}
      isDisabled={isDisabled}
    />
  )
}

interface TableFileActionsProps {
  importLabel: string
  /** Opens the import; null hides its button. */
  onImport: (() => void) | null
  exportTitle: string
  onExport: TableExportButtonProps['onStart']
}

/** Import and export buttons of a list, for the header of its page. */
export function TableFileActions({ importLabel, onImport, exportTitle, onExport }: TableFileActionsProps) {
  return (
    <>
      {onImport !== null && (
        <Button variant="outlined" startIcon={<UploadFileOutlined />} onClick={onImport}>
          {importLabel}
        </Button>
      )}
      <TableExportButton title={exportTitle} onStart={onExport} />
    </>
  )
}
