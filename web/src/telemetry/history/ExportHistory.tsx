import { exportFormats, exportHistory } from '@rumbo/contract/telemetry.contract'
import { readingSeriesLimit } from '@rumbo/contract/telemetry.readings.contract'
import { useState } from 'react'
import { useData } from '../../app/data/use-data.ts'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ExportButton } from '../../work/ExportButton.tsx'

const ReadingChoiceDialog = lazyDialog(() =>
  import('../readings/ReadingChoiceDialog.tsx').then((file) => file.ReadingChoiceDialog),
)

/** A table of positions with columns of readings, which a dialog asks for. */
const withReadings = 'readings'

/** Exports the positions of a day to a file. */
export function ExportHistory({ vehicleId, date }: { vehicleId: string; date: string }) {
  const { t, language } = useText()
  const { call } = useData()
  const [answer, setAnswer] = useState<((names: readonly string[] | null) => void) | null>(null)
  const ask = () => new Promise<readonly string[] | null>((resolve) => setAnswer(() => resolve))
  const end = (names: readonly string[] | null) => {
    answer?.(names)
    setAnswer(null)
  }
  const start = (format: (typeof exportFormats)[number], readings?: string[]) =>
    call(exportHistory, { params: { id: vehicleId }, body: { date, format, language, readings } })
  const [table, ...tracks] = exportFormats.map((format) => ({
    value: format,
    label: t(`history.export.${format}`),
  }))
  return (
    <>
      <ExportButton
        size="small"
        label={t('history.export.button')}
        title={t('history.export.title')}
        formats={[
          ...(table ? [table] : []),
          { value: withReadings, label: t('readings.export.format') },
          ...tracks,
        ]}
        fileName={t('history.file')}
        onStart={async (format) => {
          if (format !== withReadings) return start(format)
          const names = await ask()
          return names && start('csv', [...names])
        }}
      />
      {answer !== null && (
        <ReadingChoiceDialog
          vehicleId={vehicleId}
          title={t('readings.export.title')}
          text={t('readings.export.text', { count: readingSeriesLimit })}
          submitLabel={t('history.export.button')}
          chosen={[]}
          limit={readingSeriesLimit}
          hasHistory
          isRequired
          onSave={end}
          onClose={() => end(null)}
        />
      )}
    </>
  )
}
