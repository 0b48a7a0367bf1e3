import { exportFences, fenceFileFormats } from '@rumbo/contract/geofences.files.contract'
import { useData } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { ExportButton } from '../../work/ExportButton.tsx'

interface FenceExportButtonProps {
  fleetId: string
  /** Those to export. Default: all of the fleet. */
  ids?: readonly string[]
}

/** Exports geofences to a file of a chosen format. */
export function FenceExportButton({ fleetId, ids }: FenceExportButtonProps) {
  const { t, language } = useText()
  const { call } = useData()
  return (
    <ExportButton
      size="small"
      label={t(ids ? 'geofences.action.exportChosen' : 'geofences.action.export')}
      title={t('geofences.export.title')}
      formats={fenceFileFormats.map((value) => ({ value, label: t(`geofences.export.${value}`) }))}
      fileName={t('geofences.export.title')}
      onStart={(format) => call(exportFences, { body: { fleetId, ids: ids && [...ids], format, language } })}
    />
  )
}
