import Button from '@mui/material/Button'
import type { ListedFence } from '@rumbo/contract/geofences.contract'
import { type ReactNode, useEffect, useState } from 'react'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { SelectionBar } from '../../ui/table/SelectionBar.tsx'
import type { TableSelection } from '../../ui/table/table-model.ts'
import { type BulkAction, bulkActions } from './bulk-actions.ts'

const BulkFencesDialog = lazyDialog(() =>
  import('./BulkFencesDialog.tsx').then((file) => file.BulkFencesDialog),
)

interface BulkFences {
  selection: TableSelection | undefined
  /** Ids of the selected fences. */
  ids: readonly string[]
  bar: ReactNode
  dialog: ReactNode
}

/**
 * Selected geofences of a list, what may be done with all of them, and the result for each. Those that the server did
 * not answer for stay selected.
 * @param place changes where other fences are shown: the selection is then cleared
 * @param exporting what exports the selected ones
 */
export function useBulkFences(
  items: readonly ListedFence[] | undefined,
  mayEdit: boolean,
  place: string,
  exporting: (ids: readonly string[]) => ReactNode,
): BulkFences {
  const { t } = useText()
  /** By id, so that a fence that left the page stays selected. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, ListedFence>>(new Map())
  const [asked, setAsked] = useState<BulkAction | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another fleet has other fences
  useEffect(() => setChosen(new Map()), [place])

  const choose = (ids: ReadonlySet<string>) => {
    const known = [...chosen.values(), ...(items ?? [])]
    setChosen(new Map(known.flatMap((one) => (ids.has(one.id) ? [[one.id, one] as const] : []))))
  }
  // The rows may have changed since they were selected.
  const present = new Map(items?.map((one) => [one.id, one]))
  const fences = [...chosen.values()].map((one) => present.get(one.id) ?? one)
  const ids = fences.map(({ id }) => id)
  const actions = bulkActions.filter(
    (action) =>
      (action !== 'activate' || fences.some(({ isActive }) => !isActive)) &&
      (action !== 'deactivate' || fences.some(({ isActive }) => isActive)),
  )
  return {
    selection: { ids: new Set(ids), onChange: choose },
    ids,
    bar: (
      <SelectionBar
        words={fences.length === 0 ? null : t('geofences.bulk.chosen', { count: fences.length })}
        clearLabel={t('vehicleForm.list.selectNone')}
        onClear={() => setChosen(new Map())}
      >
        {mayEdit &&
          actions.map((action) => (
            <Button
              key={action}
              size="small"
              variant="outlined"
              color={action === 'delete' ? 'error' : 'primary'}
              onClick={() => setAsked(action)}
            >
              {t(`geofences.action.${action}`)}
            </Button>
          ))}
        {exporting(ids)}
      </SelectionBar>
    ),
    dialog: asked && (
      <BulkFencesDialog
        fences={fences}
        action={asked}
        onAnswered={(answered) =>
          setChosen((before) => new Map([...before].filter(([id]) => !answered.includes(id))))
        }
        onClose={() => setAsked(null)}
      />
    ),
  }
}
