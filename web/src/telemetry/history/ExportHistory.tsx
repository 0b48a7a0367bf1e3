import { exportFormats, exportHistory, historyTables } from '@rumbo/contract/telemetry.contract'
import { readingSeriesLimit } from '@rumbo/contract/telemetry.readings.contract'
import { useState } from 'react'
import { useData } from '../../app/data/use-data.ts'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ExportButton } from '../../work/ExportButton.tsx'

const ReadingChoiceDialog = lazyDialog(() =>
  import('../readings/ReadingChoiceDialog.tsx').then((file) => file.ReadingChoiceDialog),
)

type Format = (typeof exportFormats)[number]
type Table = (typeof historyTables)[number]
/** A table with columns of readings, which a dialog asks for. */
type WithReadings = `${Table} readings`

const tableOf = (choice: Format | WithReadings): Table | undefined =>
  historyTables.find((table) => choice === `${table} readings`)

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
  const start = (format: Format, readings?: string[]) =>
    call(exportHistory, { params: { id: vehicleId }, body: { date, format, language, readings } })
  const isTable = (format: Format) => historyTables.some((table) => table === format)
  const formats = exportFormats.map((value) => ({ value, label: t(`history.export.${value}`) }))
  return (
    <>
      <ExportButton
        size="small"
        label={t('history.export.button')}
        title={t('history.export.title')}
        formats={[
          ...formats.filter(({ value }) => isTable(value)),
          ...historyTables.map((table) => ({
            value: `${table} readings` as const,
            label: t(`readings.export.${table}`),
          })),
          ...formats.filter(({ value }) => !isTable(value)),
        ]}
        fileName={t('history.file')}
        onStart={async (choice: Format | WithReadings) => {
          const table = tableOf(choice)
          if (table === undefined) return start(choice as Format)
          const names = await ask()
          return names && start(table, [...names])
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
