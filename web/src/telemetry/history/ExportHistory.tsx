import { exportFormats, exportHistory } from '@rumbo/contract/telemetry.contract'
import { useData } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { ExportButton } from '../../work/ExportButton.tsx'

/** Exports the positions of a day to a file. */
export function ExportHistory({ vehicleId, date }: { vehicleId: string; date: string }) {
  const { t, language } = useText()
  const { call } = useData()
  return (
    <ExportButton
      size="small"
      label={t('history.export.button')}
      title={t('history.export.title')}
      formats={exportFormats.map((format) => ({ value: format, label: t(`history.export.${format}`) }))}
      fileName={t('history.file')}
      onStart={(format) =>
        call(exportHistory, { params: { id: vehicleId }, body: { date, format, language } })
      }
    />
  )
}
