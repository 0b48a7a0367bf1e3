import EventOutlined from '@mui/icons-material/EventOutlined'
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import TableViewOutlined from '@mui/icons-material/TableViewOutlined'
import { useState } from 'react'
import { nowMs } from '../../ui/clock.ts'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { ChoiceMenu } from '../../ui/fields/ChoiceMenu.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { csvText } from '../../work/csv.rules.ts'
import { saveBlob } from '../../work/use-files.ts'
import { ToolButton } from '../ToolButton.tsx'
import { type PlanExportProps, routesWithStops, untimedStops } from './exported.ts'
import { calendarOf } from './plan-calendar.rules.ts'
import { tableColumns, tableOf } from './plan-table.rules.ts'
import { useExportWords } from './use-export-words.ts'

const PlanSheetsDialog = lazyDialog(() =>
  import('./PlanSheetsDialog.tsx').then((file) => file.PlanSheetsDialog),
)

/** What the menu of a plan or of a route offers to export it, and the sheets while they are shown. */
export function usePlanExports({ plan, status, isEstimate }: PlanExportProps) {
  const { t } = useText()
  const toasts = useToasts()
  const words = useExportWords(plan)
  const [isPrinting, setPrinting] = useState(false)
  const isEmpty = routesWithStops(plan).length === 0
  const lockedReason = isEmpty ? t('planningLive.export.nothing') : undefined
  const [only] = plan.routes.length === 1 ? plan.routes : []
  const title = [plan.name, only?.vehicle?.vehicleNumber, plan.date].filter(Boolean).join(' ')

  /** @param without stops that the file does not contain */
  const save = (text: string, type: string, extension: string, without = 0) => {
    const name = `${title}.${extension}`.replace(/[\\/:*?"<>|]+/g, '-')
    try {
      saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), name)
      toasts.show(
        without > 0
          ? { type: 'warning', message: t('planningLive.export.savedWithout', { name, count: without }) }
          : { type: 'success', message: t('planningLive.export.saved', { name }) },
      )
    } catch {
      toasts.show({ type: 'error', message: t('planningLive.export.failed') })
    }
  }
  const saveTable = () => {
    const rows = tableOf(plan, {
      headings: tableColumns.map((column) => t(`planningLive.column.${column}`)),
      moment: words.moment,
      type: words.type,
      window: words.window,
      load: words.load,
    })
    save(csvText(rows), 'text/csv', 'csv')
  }
  const saveCalendar = () => {
    const calendar = calendarOf(plan, {
      now: new Date(nowMs()).toISOString(),
      words: {
        title: t('planningLive.export.calendar', { plan: title }),
        summary: (visit) =>
          t('planningLive.export.summary', {
            number: visit.number,
            type: words.type(visit),
            customer: visit.order?.customerName ?? '',
          }),
        description: (visit, { vehicle }) => [
          [
            t('planningLive.sheet.vehicle', { number: vehicle?.vehicleNumber ?? '' }),
            vehicle?.driverName ?? t('planningLive.sheet.noDriver'),
          ].join(' · '),
          `${t('planningLive.column.service')} ${visit.order?.serviceNumber ?? ''}`,
          ...[
            words.window(visit),
            words.load(visit),
            visit.stop?.reference,
            [visit.stop?.contactName, visit.stop?.contactPhone].filter(Boolean).join(' '),
            visit.order?.notes,
          ].flatMap((line) => (line ? [line] : [])),
        ],
      },
    })
    save(calendar, 'text/calendar', 'ics', untimedStops(plan))
  }
  const items = [
    {
      label: t('planningLive.export.print'),
      icon: <PrintOutlined />,
      onChoose: () => setPrinting(true),
      lockedReason,
    },
    { label: t('planningLive.export.csv'), icon: <TableViewOutlined />, onChoose: saveTable, lockedReason },
    { label: t('planningLive.export.ics'), icon: <EventOutlined />, onChoose: saveCalendar, lockedReason },
  ]
  const dialog = isPrinting && (
    <PlanSheetsDialog
      plan={plan}
      status={status}
      isEstimate={isEstimate}
      onClose={() => setPrinting(false)}
    />
  )
  return { items, dialog }
}

/** Prints a plan, or saves it as a table or calendar. Reading it is enough. */
export function PlanExportButton(props: PlanExportProps) {
  const { t } = useText()
  const { items, dialog } = usePlanExports(props)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <ToolButton
        label={t('planningLive.export.button')}
        variant="outlined"
        startIcon={<PrintOutlined />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <ChoiceMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        label={t('planningLive.export.menu')}
        items={items}
      />
      {dialog}
    </>
  )
}
