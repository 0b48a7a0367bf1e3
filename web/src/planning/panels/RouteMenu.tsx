import MoreVertRounded from '@mui/icons-material/MoreVertRounded'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { ChoiceMenu, type ChoiceMenuItem } from '../../ui/fields/ChoiceMenu.tsx'
import { useText } from '../../ui/i18n.tsx'
import { routeOf } from '../editor/content-changes.rules.ts'
import { usePlanEditor } from '../editor/plan-editor.ts'
import { routeOrderOf } from '../editor/route-orders.ts'
import { usePlanWords } from '../editor/use-plan-words.ts'
import { useRouteActions } from '../editor/use-route-actions.ts'
import { StartDialog } from './StartDialog.tsx'
import { instantAtTime, isInShift } from './start-time.rules.ts'

type Asked = 'swap' | 'split' | 'merge'

/** What can be done with the route of a vehicle. */
export function RouteMenu({
  vehicleId,
  extra = [],
}: {
  vehicleId: string
  extra?: readonly ChoiceMenuItem[]
}): ReactNode {
  const { t } = useText()
  const editor = usePlanEditor()
  const { content, problem, timed, selection, mayEdit, lockedReason, plan, workspace } = editor
  const words = usePlanWords()
  const actions = useRouteActions()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [asked, setAsked] = useState<{ what: Asked; anchor: HTMLElement } | null>(null)
  const [isStart, setStart] = useState(false)
  const route = routeOf(content, vehicleId)
  const vehicle = words.names.vehicle(vehicleId)
  const visits = timed.get(vehicleId)?.visits ?? []
  const splitAt = visits.findIndex(
    ({ requestId }, at) => at > 0 && requestId !== undefined && selection.serviceIds.has(requestId),
  )
  const start = actions.startOf(vehicleId)
  const shift = workspace.vehicles.find((one) => one.vehicleId === vehicleId)
  const startAt = (time: string) => instantAtTime(time, plan, workspace.timeZone)
  const locked = !mayEdit
    ? { lockedReason: lockedReason ?? '' }
    : route.isLocked
      ? { lockedReason: t('planEditor.move.locked', { vehicle }) }
      : {}
  const viewing = mayEdit ? {} : { lockedReason: lockedReason ?? '' }
  const splitHint = splitAt < 0 ? { lockedReason: t('planPanels.route.splitHint') } : {}
  const empty =
    routeOrderOf(route, editor).visits.length === 0 ? { lockedReason: t('planPanels.route.empty') } : {}
  const unfit = problem.vehicles.some(({ id }) => id === vehicleId)
    ? {}
    : { lockedReason: words.unfit(vehicleId) }
  const untimed = visits.length === 0 ? { lockedReason: t('planPanels.route.empty'), ...unfit } : {}
  const others = (what: Asked) =>
    problem.vehicles.filter(({ id }) => {
      const isUsed = routeOf(content, id).visits.length > 0
      return id !== vehicleId && (what === 'swap' || (what === 'merge' ? isUsed : !isUsed))
    })
  const ask = (what: Asked) => () => anchor && setAsked({ what, anchor })
  const none = (what: Asked) =>
    others(what).length === 0 ? { lockedReason: t(`planPanels.route.none.${what}`) } : {}
  const items: ChoiceMenuItem[] = [
    {
      label: t('planPanels.route.optimize'),
      onChoose: () => actions.optimize(vehicleId),
      ...untimed,
      ...locked,
    },
    {
      label: t('planPanels.route.reverse'),
      onChoose: () => actions.reverse(vehicleId),
      ...untimed,
      ...locked,
    },
    { label: t('planPanels.route.swap'), onChoose: ask('swap'), ...none('swap'), ...locked },
    {
      label: t('planPanels.route.split'),
      onChoose: ask('split'),
      ...none('split'),
      ...splitHint,
      ...unfit,
      ...locked,
    },
    { label: t('planPanels.route.merge'), onChoose: ask('merge'), ...none('merge'), ...empty, ...locked },
    {
      label: t('planPanels.route.fixStart'),
      onChoose: () => setStart(true),
      isApart: true,
      ...untimed,
      ...locked,
    },
    ...(route.startsAt === null
      ? []
      : [
          {
            label: t('planPanels.route.floatStart'),
            onChoose: () => actions.fixStart(vehicleId, null),
            ...locked,
          },
        ]),
    {
      label: t(route.isLocked ? 'planPanels.route.unlock' : 'planPanels.route.lock'),
      onChoose: () => actions.lockRoute(vehicleId, !route.isLocked),
      isApart: true,
      ...viewing,
    },
    {
      label: t('planPanels.route.clear'),
      onChoose: () => actions.clear(vehicleId),
      isDestructive: true,
      ...empty,
      ...locked,
    },
    ...extra,
  ]
  const take = (what: Asked, otherId: string) => {
    if (what === 'split') actions.split(vehicleId, splitAt, otherId)
    else actions[what](vehicleId, otherId)
  }
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<MoreVertRounded />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('planPanels.route.menu')}
      </Button>
      <ChoiceMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        items={items}
        label={t('planPanels.route.menuOf', { vehicle })}
      />
      <ChoiceMenu
        anchor={asked?.anchor ?? null}
        onClose={() => setAsked(null)}
        label={t('planPanels.route.chooseVehicle')}
        items={
          asked
            ? others(asked.what).map(({ id }) => ({
                label: words.names.vehicle(id),
                onChoose: () => take(asked.what, id),
              }))
            : []
        }
      />
      {isStart && (
        <StartDialog
          vehicle={vehicle}
          first={start === null ? '08:00' : words.clock(start)}
          refuse={(time) =>
            isInShift(startAt(time), shift, workspace.now)
              ? undefined
              : t('planPanels.route.startOutside', {
                  vehicle,
                  from: words.clock(shift?.from ?? plan.from),
                  until: words.clock(shift?.until ?? plan.until),
                })
          }
          onSubmit={(time) => {
            setStart(false)
            actions.fixStart(vehicleId, startAt(time))
          }}
          onClose={() => setStart(false)}
        />
      )}
    </>
  )
}
