import SosOutlined from '@mui/icons-material/SosOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { formatMoney } from '@rumbo/i18n/formats'
import { addresses } from '../addresses.ts'
import { useErrorMessage } from '../app/client-context.tsx'
import { Anchor, useAddressState } from '../app/navigation/address.tsx'
import { LanguageSwitch, ThemeSwitch } from '../app/shell/switches.tsx'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { CardsSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { BackgroundPositions } from './BackgroundPositions.tsx'
import { DriverHeader } from './DriverHeader.tsx'
import { DriverViews, useUnreadInTitle } from './DriverViews.tsx'
import { DutyActions, StartCard } from './DutyCard.tsx'
import { DriverTimeZone } from './driver-moment.ts'
import { HoldButton } from './HoldButton.tsx'
import { MessagesView } from './messages/MessagesView.tsx'
import { NewMessages } from './messages/NewMessages.tsx'
import { UrgentMessage } from './messages/UrgentMessage.tsx'
import { useDriverMessages } from './messages/use-driver-messages.ts'
import { OfferCard } from './OfferCard.tsx'
import { Refusals } from './Refusals.tsx'
import { RouteCard } from './RouteCard.tsx'
import { ServiceCard } from './ServiceCard.tsx'
import { SuggestionCard } from './SuggestionCard.tsx'
import { type DriverData, useDriver } from './use-driver.ts'
import { useInstallable } from './use-installable.ts'
import { usePhonePosition } from './use-phone-position.ts'

/** The driver's phone: shift, offers, and the service under way. Works without a connection. */
export function DriverPage() {
  const { t } = useText()
  const message = useErrorMessage()
  const page = useDriver()
  useInstallable()
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        backgroundColor: token('background'),
        p: 'max(16px, env(safe-area-inset-top)) 16px calc(24px + env(safe-area-inset-bottom))',
        display: 'grid',
        alignContent: 'start',
        gap: '16px',
        maxWidth: 560,
        mx: 'auto',
        '& button, & a': { touchAction: 'manipulation' },
      }}
    >
      {page.state ? (
        <DriverTimeZone value={page.state.timeZone}>
          <Driver page={page} state={page.state} />
        </DriverTimeZone>
      ) : page.isLoading ? (
        <CardsSkeleton />
      ) : (
        <ErrorState text={message(page.error, t('driver.loadFailed'))} onRetry={page.retry} />
      )}
    </Box>
  )
}

function Driver({ page, state }: { page: DriverData; state: NonNullable<DriverData['state']> }) {
  const { t, language } = useText()
  const toasts = useToasts()
  const messages = useDriverMessages()
  useUnreadInTitle(messages.unread)
  const [query, setAddress] = useAddressState()
  const open = typeof query.thread === 'string' ? query.thread : null
  const view = open !== null || query.view === 'messages' ? 'messages' : 'shift'
  const { isOffline, pending, refusals, ended, act, dismiss } = page
  const { shift, offers, services, cash, breakSince } = state
  const isFree = shift !== null && offers.length === 0 && services.length === 0 && breakSince === null
  const position = usePhonePosition(shift !== null && state.takesPositions)
  if (state.driver === null)
    return (
      <EmptyState
        title={t('driver.none.title')}
        text={t('driver.none.text')}
        action={
          <Button component={Anchor} to={addresses.main()} variant="contained">
            {t('driver.none.back')}
          </Button>
        }
      />
    )
  const declareEmergency = async () => {
    const place = position.place()
    const isSent = await act({
      kind: 'emergency',
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
    })
    toasts.show({
      type: isSent ? 'success' : 'warning',
      message: t(isSent ? 'driver.emergency.sent' : 'driver.emergency.queued'),
    })
  }
  const isPending = (serviceId: string) =>
    pending.some((action) => 'serviceId' in action && action.serviceId === serviceId)
  return (
    <>
      <DriverHeader state={state} isOffline={isOffline} waiting={pending.length + messages.waiting.length} />
      <UrgentMessage messages={messages} />
      <NewMessages threads={messages.threads} isLoading={messages.isLoading} />
      <DriverViews
        view={view}
        unread={messages.unread}
        refused={messages.refusals.length}
        onView={(next) =>
          setAddress({ thread: undefined, view: next === 'messages' ? next : undefined }, { push: true })
        }
      />
      <Refusals refusals={refusals} dismiss={dismiss} />
      {offers.map((offer) => (
        <OfferCard key={offer.id} offer={offer} act={act} />
      ))}
      {view === 'messages' ? (
        <MessagesView
          messages={messages}
          services={services}
          open={open}
          onOpen={(thread) => setAddress({ thread: thread ?? undefined, view: 'messages' }, { push: true })}
        />
      ) : (
        <>
          {services.map((service) => (
            <ServiceCard key={service.id} service={service} isPending={isPending(service.id)} act={act} />
          ))}
          <RouteCard state={state} ended={ended} />
          {shift === null && <StartCard state={state} isOffline={isOffline} />}
          {isFree && <Card title={t('driver.wait.title')}>{t('driver.wait.text')}</Card>}
          {isFree && state.suggestion && <SuggestionCard suggestion={state.suggestion} act={act} />}
          <DutyActions state={state} isOffline={isOffline} act={act} />
          {shift !== null && (
            <Box
              role="status"
              sx={{ color: token(position.isShared || !state.takesPositions ? 'textSoft' : 'alarmed') }}
            >
              {t(
                `driver.position.${state.takesPositions ? (position.isShared ? 'shared' : 'off') : 'unused'}`,
              )}
            </Box>
          )}
          {shift !== null && state.takesPositions && <BackgroundPositions isOffline={isOffline} />}
          <Card title={t('driver.cash.title')}>
            {cash.length === 0
              ? t('driver.cash.none')
              : cash.map(({ fleetId, owed, currency, entries }) => (
                  <Box key={fleetId}>
                    <strong>{formatMoney(language, owed, currency)}</strong> ·{' '}
                    {t('driver.cash.entries', { count: entries })}
                  </Box>
                ))}
          </Card>
        </>
      )}
      {shift !== null && open === null && (
        <HoldButton
          icon={<SosOutlined />}
          holding={t('driver.emergency.holding')}
          onHeld={() => void declareEmergency()}
        >
          {t('driver.emergency.hold')}
        </HoldButton>
      )}
      <Box
        component="footer"
        sx={{ display: open === null ? 'flex' : 'none', gap: '8px', alignItems: 'center', flexWrap: 'wrap' }}
      >
        <LanguageSwitch />
        <ThemeSwitch />
        <Button component={Anchor} to={addresses.profile()} sx={{ ml: 'auto' }}>
          {t('shell.menu.profile')}
        </Button>
      </Box>
    </>
  )
}
