import Button from '@mui/material/Button'
import { canHandle, type Event, type EventAction, eventActions } from '@rumbo/contract/events.contract'
import { type ReactNode, useEffect, useState } from 'react'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { SelectionBar } from '../../ui/table/SelectionBar.tsx'
import type { TableSelection } from '../../ui/table/table-model.ts'
import { actionIcons } from '../VehicleEvents.tsx'

const HandleEventsDialog = lazyDialog(() =>
  import('../HandleEventsDialog.tsx').then((file) => file.HandleEventsDialog),
)

interface BulkEvents {
  selection: TableSelection | undefined
  bar: ReactNode
  dialog: ReactNode
}

/**
 * Selected events of a list, what may be done with all of them, and the result for each. Those that the server did not
 * answer for stay selected.
 * @param place changes where other events are shown: the selection is then cleared
 */
export function useBulkEvents(
  items: readonly Event[] | undefined,
  mayHandle: boolean,
  place: string,
): BulkEvents {
  const { t } = useText()
  /** By id, so that an event that left the page stays selected. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, Event>>(new Map())
  const [asked, setAsked] = useState<EventAction | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another fleet has other events
  useEffect(() => setChosen(new Map()), [place])

  const choose = (ids: ReadonlySet<string>) => {
    const known = [...chosen.values(), ...(items ?? [])]
    setChosen(new Map(known.flatMap((one) => (ids.has(one.id) ? [[one.id, one] as const] : []))))
  }
  // The rows may have changed since they were selected.
  const present = new Map(items?.map((one) => [one.id, one]))
  const events = [...chosen.values()].map((one) => present.get(one.id) ?? one)
  return {
    selection: mayHandle ? { ids: new Set(chosen.keys()), onChange: choose } : undefined,
    bar: (
      <SelectionBar
        words={events.length === 0 ? null : t('panel.events.chosen', { count: events.length })}
        clearLabel={t('vehicleForm.list.selectNone')}
        onClear={() => setChosen(new Map())}
      >
        {eventActions
          .filter((action) => events.some(({ status }) => canHandle(status, action)))
          .map((action) => (
            <Button
              key={action}
              size="small"
              variant="outlined"
              startIcon={actionIcons[action]}
              onClick={() => setAsked(action)}
            >
              {t(`events.action.${action}`)}
            </Button>
          ))}
      </SelectionBar>
    ),
    dialog: asked && (
      <HandleEventsDialog
        events={events}
        action={asked}
        onAnswered={(ids) => setChosen((before) => new Map([...before].filter(([id]) => !ids.includes(id))))}
        onClose={() => setAsked(null)}
      />
    ),
  }
}
