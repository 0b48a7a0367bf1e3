import DriveFileMoveOutlined from '@mui/icons-material/DriveFileMoveOutlined'
import LockOutlined from '@mui/icons-material/LockOutlined'
import PlaylistRemoveRounded from '@mui/icons-material/PlaylistRemoveRounded'
import Button from '@mui/material/Button'
import { servicesOf } from '@rumbo/planning/content'
import { useState } from 'react'
import { ChoiceMenu } from '../../ui/fields/ChoiceMenu.tsx'
import { useText } from '../../ui/i18n.tsx'
import { locksOf } from '../editor/content-changes.rules.ts'
import { usePlanEditor } from '../editor/plan-editor.ts'
import { usePlanWords } from '../editor/use-plan-words.ts'
import { useRouteActions } from '../editor/use-route-actions.ts'

/** What can be done with the selected orders without dragging them. */
export function SelectionActions() {
  const { t } = useText()
  const { selection, content, problem } = usePlanEditor()
  const words = usePlanWords()
  const actions = useRouteActions()
  const [anchor, setAnchor] = useState<{ element: HTMLElement; what: 'move' | 'lock' } | null>(null)
  const serviceIds = [...selection.serviceIds]
  const planned = servicesOf(content)
  const inRoutes = serviceIds.filter((serviceId) => planned.has(serviceId))
  const locks = locksOf(content, new Set(inRoutes))
  if (serviceIds.length === 0) return null
  return (
    <>
      <Button
        size="small"
        startIcon={<DriveFileMoveOutlined />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor({ element: event.currentTarget, what: 'move' })}
      >
        {t('planPanels.selection.move')}
      </Button>
      {inRoutes.length > 0 && (
        <>
          <Button
            size="small"
            startIcon={<LockOutlined />}
            aria-haspopup="menu"
            onClick={(event) => setAnchor({ element: event.currentTarget, what: 'lock' })}
          >
            {t('planPanels.selection.lock')}
          </Button>
          <Button
            size="small"
            startIcon={<PlaylistRemoveRounded />}
            onClick={() => void actions.unplan(inRoutes)}
          >
            {t('planPanels.selection.unplan')}
          </Button>
        </>
      )}
      <ChoiceMenu
        anchor={anchor?.element ?? null}
        onClose={() => setAnchor(null)}
        label={t(anchor?.what === 'lock' ? 'planPanels.selection.lock' : 'planPanels.selection.move')}
        items={
          anchor?.what === 'lock'
            ? ([null, 'vehicle', 'order'] as const).map((lock) => ({
                label: t(`planEditor.lock.${lock ?? 'none'}`),
                // Where they differ, none is checked.
                isChecked: locks.size === 1 && locks.has(lock),
                onChoose: () => actions.lockServices(inRoutes, lock),
              }))
            : problem.vehicles.map(({ id }) => ({
                label: words.names.vehicle(id),
                onChoose: () => void actions.toVehicle(id, serviceIds),
              }))
        }
      />
    </>
  )
}
