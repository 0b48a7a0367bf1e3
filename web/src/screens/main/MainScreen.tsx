import DashboardCustomizeOutlined from '@mui/icons-material/DashboardCustomizeOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { PanelSection } from '@rumbo/contract/organisation.panels.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { type ReactNode, useState } from 'react'
import { useCan, useFeatures, useFleetSelection, useWorkspace } from '../../app/client-context.tsx'
import { NoFleets, useHasNoFleets } from '../../app/shell/NoFleets.tsx'
import { NeedsYou } from '../../attention/NeedsYou.tsx'
import { DispatchQueue } from '../../control-panel/DispatchQueue.tsx'
import { FirstSteps } from '../../control-panel/FirstSteps.tsx'
import { FleetCards } from '../../control-panel/FleetCards.tsx'
import { FleetMap } from '../../control-panel/FleetMap.tsx'
import { Outlook } from '../../control-panel/Outlook.tsx'
import { PanelBlocks } from '../../control-panel/PanelBlocks.tsx'
import { inOrder } from '../../control-panel/panel-layout.rules.ts'
import { ServiceCards } from '../../control-panel/ServiceCards.tsx'
import { StandingVehicles } from '../../control-panel/StandingVehicles.tsx'
import { useStartRights, useYoungFleet } from '../../control-panel/use-first-steps.ts'
import { usePanel } from '../../control-panel/use-panel.ts'
import { RecentEvents } from '../../events/RecentEvents.tsx'
import { hasWebGl } from '../../map/webgl.ts'
import { ServerPanel } from '../../monitoring/ServerPanel.tsx'
import { Card } from '../../ui/Card.tsx'
import { useNow } from '../../ui/clock.ts'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState } from '../../ui/states.tsx'

const ArrangeDialog = lazyDialog(() =>
  import('../../control-panel/ArrangeDialog.tsx').then((file) => file.ArrangeDialog),
)

function PanelHeader({ title, actions }: { title: string; actions: ReactNode }) {
  const { language } = useText()
  const now = useNow(60)
  const zone = { timeZone: useWorkspace().company?.timeZone }
  return (
    <PageHeader
      title={title}
      detail={`${formatDate(language, now, { show: 'longDate', ...zone })}, ${formatDate(language, now, { show: 'time', ...zone })}`}
      actions={actions}
    />
  )
}

/** The sections available to the user in the active fleet, whether shown or hidden. */
function useSections(): ReadonlySet<PanelSection> {
  const can = useCan()
  const features = useFeatures()
  const { fleet } = useWorkspace()
  const fleets = useFleetSelection()
  const mayStart = Object.values(useStartRights()).some(Boolean)
  const isNew = useYoungFleet(fleet?.id ?? null)
  const hasServices = can('services.read') && features.includes('services')
  const hasEvents = can('events.read') && features.includes('events')
  const hasCommands = can('commands.query') && features.includes('commands')
  const are: Record<PanelSection, boolean> = {
    start: isNew && mayStart,
    fleet: true,
    services: hasServices,
    outlook: hasServices && can('dispatch.read'),
    needs: hasServices || hasEvents || hasCommands || can('vehicles.edit'),
    map: features.includes('map') && hasWebGl(),
    standing: can('vehicles.read'),
    queue: hasServices && can('dispatch.read') && features.includes('dispatch'),
    events: hasEvents,
    server: can('monitoring.read'),
  }
  const names = Object.keys(are) as PanelSection[]
  return new Set(names.filter((name) => are[name] && (fleets !== null || name === 'server')))
}

/**
 * The Control Panel: fleet by status, services by status group, outlook, items that need attention, latest events,
 * and for super admins the server; in the user's order.
 */
export function MainScreen({ title }: { title: string }) {
  const { t } = useText()
  const { fleet } = useWorkspace()
  const hasNoFleets = useHasNoFleets()
  const fleets = useFleetSelection()
  const available = useSections()
  const { panel, isKnown, isLoading, isSaving, save } = usePanel()
  const [isArranging, setArranging] = useState(false)
  const shown = inOrder(panel.order, available).filter((name) => !panel.hidden.includes(name))
  const arrangeButton = (
    <Button
      variant="outlined"
      size="small"
      startIcon={<DashboardCustomizeOutlined />}
      onClick={() => setArranging(true)}
    >
      {t('panel.arrange.open')}
    </Button>
  )
  const allHidden = (
    <Card>
      <EmptyState title={t('panel.arrange.allHidden')} action={isKnown && arrangeButton} />
    </Card>
  )
  const sectionOf = (name: PanelSection): ReactNode => {
    if (name === 'server') return <ServerPanel />
    if (fleets === null) return null
    if (name === 'start') {
      if (fleet === null) return null
      const hide = () => void save({ ...panel, hidden: [...panel.hidden, 'start'] })
      return (
        <FirstSteps
          fleetId={fleet.id}
          onHide={isKnown ? hide : undefined}
          whenDone={shown.length === 1 ? allHidden : undefined}
        />
      )
    }
    if (name === 'fleet') return <FleetCards fleets={fleets} />
    if (name === 'services') return <ServiceCards fleets={fleets} />
    if (name === 'outlook') return <Outlook fleets={fleets} />
    if (name === 'needs') return <NeedsYou fleets={fleets} />
    if (name === 'map') return <FleetMap key={fleets.id} shownId={fleets.id} />
    if (name === 'queue') return <DispatchQueue fleets={fleets} />
    if (name === 'standing') return <StandingVehicles shownId={fleets.id} />
    return <RecentEvents key={fleets.id} fleets={fleets} />
  }
  return (
    <>
      <PanelHeader
        title={title}
        actions={isKnown && fleets !== null && available.size > 1 ? arrangeButton : undefined}
      />
      <Box sx={{ display: 'grid', gap: '16px' }}>
        {fleets === null && (
          <Card>{hasNoFleets ? <NoFleets /> : <EmptyState title={t('map.list.noSelection')} />}</Card>
        )}
        {isLoading ? (
          <CardsSkeleton cards={9} />
        ) : shown.length > 0 ? (
          <PanelBlocks names={shown} sectionOf={sectionOf} />
        ) : (
          fleets !== null && allHidden
        )}
      </Box>
      {isArranging && (
        <ArrangeDialog
          panel={panel}
          available={available}
          isSaving={isSaving}
          onSave={async (next) => {
            if (await save(next)) setArranging(false)
          }}
          onClose={() => setArranging(false)}
        />
      )}
    </>
  )
}
