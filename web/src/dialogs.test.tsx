import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { planSettings } from '@rumbo/contract/planning.contract'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { createClient } from './app/client.ts'
import { ClientProvider } from './app/client-context.tsx'
import { answersFor, type FakeAnswers, fakeFetch, usualAnswers } from './app/testing.tsx'
import { someTariff, someZone } from './billing/billing.factory.ts'
import { TariffDialog } from './billing/TariffDialog.tsx'
import { ZoneDialog } from './billing/ZoneDialog.tsx'
import { someOptions } from './commands/commands.factory.ts'
import { SendCommandDialog } from './commands/SendCommandDialog.tsx'
import { StopEngineDialog } from './commands/StopEngineDialog.tsx'
import { BroadcastDialog } from './communication/broadcasts/BroadcastDialog.tsx'
import { someThread, someThreadDetails } from './communication/communication.factory.ts'
import { ReferenceDialog } from './communication/composer/ReferenceDialog.tsx'
import { TemplateDialog } from './communication/composer/TemplateDialog.tsx'
import { MembersDialog } from './communication/context/MembersDialog.tsx'
import { AssignDialog as AssignThreadDialog } from './communication/threads/AssignDialog.tsx'
import { NewThreadDialog } from './communication/threads/NewThreadDialog.tsx'
import { ArrangeDialog } from './control-panel/ArrangeDialog.tsx'
import { AddressDialog } from './directory/AddressDialog.tsx'
import { addressTools } from './directory/address-tools.tsx'
import { ContactDialog } from './directory/ContactDialog.tsx'
import { emptyAddress } from './directory/contact-draft.rules.ts'
import { someContact } from './directory/directory.factory.ts'
import { NewContactDialog } from './directory/NewContactDialog.tsx'
import { SystemUserDialog } from './directory/SystemUserDialogs.tsx'
import { DispatchModeDialog } from './dispatch/DispatchModeDialog.tsx'
import { someDispatchSettings } from './dispatch/dispatch.factory.ts'
import { RequestDialog } from './drivers/messages/RequestDialog.tsx'
import { ProofDialog } from './drivers/proofs/ProofDialog.tsx'
import { RuleDialog } from './events/custom/RuleDialog.tsx'
import { DeclareEmergencyDialog } from './events/DeclareEmergencyDialog.tsx'
import { AssignEventDialog } from './events/details/AssignEventDialog.tsx'
import { someEvent } from './events/events.factory.ts'
import { HandleEventsDialog } from './events/HandleEventsDialog.tsx'
import { FenceImportDialog } from './geofences/files/FenceImportDialog.tsx'
import { someListedFence } from './geofences/geofences.factory.ts'
import { BulkFencesDialog } from './geofences/list/BulkFencesDialog.tsx'
import { EmailDialog } from './identity/EmailDialog.tsx'
import { PasswordDialog } from './identity/PasswordDialog.tsx'
import { TwoFactorDialog } from './identity/TwoFactorDialog.tsx'
import { TwoFactorProofDialog } from './identity/TwoFactorProofDialog.tsx'
import { ChangeAssignmentDialog, NewAssignmentDialog } from './identity/users/AssignmentDialog.tsx'
import { GuestVehicleDialog } from './identity/users/GuestVehicleDialog.tsx'
import { InviteDialog } from './identity/users/InviteDialog.tsx'
import { LevelDialog } from './identity/users/LevelDialog.tsx'
import { LinkDialog } from './identity/users/LinkDialog.tsx'
import { SetPasswordDialog } from './identity/users/SetPasswordDialog.tsx'
import { UserDialog } from './identity/users/UserDialog.tsx'
import { someAssignment, someListedUser } from './identity/users/users.factory.ts'
import { VerificationDialog } from './identity/VerificationDialog.tsx'
import { silentSocket } from './live/live.factory.ts'
import { TestDeliveryDialog } from './monitoring/TestDeliveryDialog.tsx'
import { RuleDialog as NotificationRuleDialog } from './notifications/rules/RuleDialog.tsx'
import { WebhookDialog } from './notifications/webhooks/WebhookDialog.tsx'
import { CompanyDialog } from './organisation/CompanyDialog.tsx'
import { FleetDialog } from './organisation/FleetDialog.tsx'
import { FleetUsersDialog } from './organisation/FleetUsersDialog.tsx'
import { MoveDialog } from './organisation/MoveDialog.tsx'
import { someFleet } from './organisation/organisation.factory.ts'
import { someNode } from './organisation/tree.factory.ts'
import { AccountPaymentDialog } from './payments/AccountPaymentDialog.tsx'
import { CloseCashDialog } from './payments/CloseCashDialog.tsx'
import { CorrectionDialog } from './payments/CorrectionDialog.tsx'
import { PaymentDialog } from './payments/PaymentDialog.tsx'
import { someCloseout, someEntry, someOpenCash } from './payments/payments.factory.ts'
import { VoidDialog } from './payments/VoidDialog.tsx'
import { PickOnMap } from './places/PickOnMap.tsx'
import { AddRegionDialog } from './places/regions/AddRegionDialog.tsx'
import { StartDialog } from './planning/panels/StartDialog.tsx'
import { PlanDialog } from './planning/picker/PlanDialog.tsx'
import { ScheduleDialog } from './planning/schedules/ScheduleDialog.tsx'
import { someSchedule } from './planning/schedules/schedules.factory.ts'
import { CancelDialog } from './services/CancelDialog.tsx'
import { ImportReviewDialog } from './services/imports/ImportReviewDialog.tsx'
import { someReview } from './services/imports/imports.factory.ts'
import { ServiceDialog } from './services/ServiceDialog.tsx'
import { EndSeriesDialog } from './services/series/EndSeriesDialog.tsx'
import { PauseSeriesDialog } from './services/series/PauseSeriesDialog.tsx'
import { someSeries } from './services/series/series.factory.ts'
import { someService } from './services/services.factory.ts'
import { CancelStopDialog } from './services/stops/CancelStopDialog.tsx'
import { CorrectStopDialog } from './services/stops/CorrectStopDialog.tsx'
import { SaveTemplateDialog } from './services/templates/SaveTemplateDialog.tsx'
import { templateOf } from './services/templates/template.rules.ts'
import { SaveViewDialog } from './services/views/SaveViewDialog.tsx'
import { AssignCardDialog } from './shifts/AssignCardDialog.tsx'
import { CancelShiftDialog } from './shifts/CancelShiftDialog.tsx'
import { DocumentDialog } from './shifts/DocumentDialog.tsx'
import { LimitsDialog } from './shifts/LimitsDialog.tsx'
import { ShiftDialog } from './shifts/ShiftDialog.tsx'
import { someDocument, someDriver, someShift } from './shifts/shifts.factory.ts'
import { AttachDialog } from './telemetry/devices/AttachDialog.tsx'
import { DevicePasswordDialog } from './telemetry/devices/DevicePasswordDialog.tsx'
import { AddExpectedDialog } from './telemetry/expected/AddExpectedDialog.tsx'
import { ReadingChoiceDialog } from './telemetry/readings/ReadingChoiceDialog.tsx'
import { someReading } from './telemetry/readings/readings.factory.ts'
import { quickUser, TestProviders } from './ui/testing.tsx'
import { BulkStatusDialog } from './vehicles/list/BulkStatusDialog.tsx'
import { VehicleDialog } from './vehicles/VehicleDialog.tsx'
import { someVehicle } from './vehicles/vehicles.factory.ts'
import { WatchpointDialog } from './watchpoints/WatchpointDialog.tsx'

/** A busy machine loads a dialog's data slowly. */
const patience = { timeout: 15_000 }
type Shown = (onClose: () => void) => ReactNode
const user = { ...someListedUser(), companyId: 'c1' }
const none = () => {}

function firstStop() {
  const [stop] = someService().plannedStops
  if (stop === undefined) throw new Error('A service has a stop.')
  return stop
}

/** Every dialog with a form, by its file. */
const dialogs: Record<string, Shown[]> = {
  'billing/TariffDialog': [
    (onClose) => (
      <TariffDialog
        form={{ mode: 'follow', tariff: someTariff() }}
        fleetId="f1"
        currency="MXN"
        timeZone="America/Mexico_City"
        serviceType="taxi"
        onClose={onClose}
      />
    ),
  ],
  'billing/ZoneDialog': [
    (onClose) => <ZoneDialog fleetId="f1" zone={someZone()} others={[]} onClose={onClose} />,
  ],
  'commands/SendCommandDialog': [
    (onClose) => (
      <SendCommandDialog
        vehicle={someVehicle()}
        option={{ type: 'set_speed_limit', isSupported: true, isAllowed: true, isAnswered: true }}
        isConnected
        onClose={onClose}
      />
    ),
  ],
  'dispatch/DispatchModeDialog': [
    (onClose) => (
      <DispatchModeDialog
        settings={someDispatchSettings({ mode: 'automatic', repositions: true })}
        onClose={onClose}
      />
    ),
  ],
  'commands/StopEngineDialog': [
    (onClose) => <StopEngineDialog vehicle={someVehicle()} options={someOptions()} onClose={onClose} />,
  ],
  'communication/broadcasts/BroadcastDialog': [
    (onClose) => <BroadcastDialog fleetId="f1" onClose={onClose} />,
  ],
  'communication/composer/TemplateDialog': [
    (onClose) => <TemplateDialog companyId="c1" text="" onClose={onClose} />,
  ],
  'communication/threads/AssignDialog': [
    (onClose) => <AssignThreadDialog thread={{ ...someThread(), fleetId: 'f1' }} onClose={onClose} />,
  ],
  'communication/composer/ReferenceDialog': [
    (onClose) => <ReferenceDialog onChosen={none} onClose={onClose} />,
  ],
  'communication/context/MembersDialog': [
    (onClose) => <MembersDialog thread={someThreadDetails({ kind: 'group' })} onClose={onClose} />,
  ],
  'communication/threads/NewThreadDialog': [
    (onClose) => <NewThreadDialog companyId="c1" fleetId="f1" onOpened={none} onClose={onClose} />,
  ],
  'control-panel/ArrangeDialog': [
    (onClose) => (
      <ArrangeDialog
        panel={{ order: [], hidden: [] }}
        available={new Set(['fleet', 'services'])}
        isSaving={false}
        onSave={none}
        onClose={onClose}
      />
    ),
  ],
  'directory/AddressDialog': [
    (onClose) => (
      <AddressDialog
        title="Dirección"
        start={emptyAddress([])}
        onKeep={none}
        onClose={onClose}
        {...addressTools}
      />
    ),
  ],
  'directory/ContactDialog': [
    (onClose) => <ContactDialog companyId="c1" onClose={onClose} />,
    (onClose) => <ContactDialog companyId="c1" contact={someContact()} onClose={onClose} />,
  ],
  'directory/NewContactDialog': [
    (onClose) => <NewContactDialog companyId="c1" typed="" onMade={none} onClose={onClose} />,
  ],
  'directory/SystemUserDialogs': [
    (onClose) => <SystemUserDialog contact={someContact()} mode="create" onClose={onClose} />,
  ],
  'drivers/proofs/ProofDialog': [
    (onClose) => <ProofDialog kinds={['pin']} submitLabel="Terminar" onSubmit={none} onClose={onClose} />,
  ],
  'drivers/messages/RequestDialog': [
    (onClose) => <RequestDialog services={[]} onAsk={none} onClose={onClose} />,
  ],
  'events/custom/RuleDialog': [(onClose) => <RuleDialog fleetId="f1" onClose={onClose} />],
  'notifications/rules/RuleDialog': [
    (onClose) => <NotificationRuleDialog companyId="c1" onClose={onClose} />,
  ],
  'events/DeclareEmergencyDialog': [
    (onClose) => <DeclareEmergencyDialog vehicle={someVehicle()} onClose={onClose} />,
  ],
  'events/details/AssignEventDialog': [
    (onClose) => <AssignEventDialog event={someEvent()} onClose={onClose} />,
  ],
  'events/HandleEventsDialog': [
    (onClose) => <HandleEventsDialog action="resolve" events={[someEvent()]} onClose={onClose} />,
  ],
  'geofences/files/FenceImportDialog': [(onClose) => <FenceImportDialog fleetId="f1" onClose={onClose} />],
  'geofences/list/BulkFencesDialog': [
    (onClose) => (
      <BulkFencesDialog fences={[someListedFence()]} action="tag" onAnswered={none} onClose={onClose} />
    ),
  ],
  'monitoring/TestDeliveryDialog': [
    (onClose) => <TestDeliveryDialog channels={['email', 'sms']} onClose={onClose} />,
  ],
  'identity/EmailDialog': [(onClose) => <EmailDialog onClose={onClose} />],
  'identity/PasswordDialog': [(onClose) => <PasswordDialog onClose={onClose} />],
  'identity/TwoFactorDialog': [(onClose) => <TwoFactorDialog onClose={onClose} />],
  'identity/TwoFactorProofDialog': [
    (onClose) => (
      <TwoFactorProofDialog
        title="Desactivar"
        text=""
        submitLabel="Desactivar"
        onProven={async () => null}
        onClose={onClose}
      />
    ),
  ],
  'identity/VerificationDialog': [
    (onClose) => (
      <VerificationDialog
        channel="email"
        address="ana@example.com"
        onResend={none}
        isResending={false}
        onClose={onClose}
      />
    ),
  ],
  'identity/users/AssignmentDialog': [
    (onClose) => <NewAssignmentDialog user={user} kind="company" onClose={onClose} />,
    (onClose) => <ChangeAssignmentDialog user={user} assignment={someAssignment()} onClose={onClose} />,
  ],
  'identity/users/GuestVehicleDialog': [(onClose) => <GuestVehicleDialog user={user} onClose={onClose} />],
  'identity/users/InviteDialog': [(onClose) => <InviteDialog onClose={onClose} />],
  'identity/users/LevelDialog': [(onClose) => <LevelDialog user={user} onClose={onClose} />],
  'identity/users/LinkDialog': [(onClose) => <LinkDialog user={user} onClose={onClose} />],
  'identity/users/SetPasswordDialog': [(onClose) => <SetPasswordDialog user={user} onClose={onClose} />],
  'identity/users/UserDialog': [
    (onClose) => <UserDialog onClose={onClose} />,
    (onClose) => <UserDialog user={user} onClose={onClose} />,
  ],
  'notifications/webhooks/WebhookDialog': [
    (onClose) => <WebhookDialog webhook={null} companyId="c1" onSaved={none} onClose={onClose} />,
  ],
  'organisation/CompanyDialog': [(onClose) => <CompanyDialog onClose={onClose} />],
  'organisation/FleetDialog': [(onClose) => <FleetDialog companyId="c1" onClose={onClose} />],
  'organisation/FleetUsersDialog': [(onClose) => <FleetUsersDialog fleet={someFleet()} onClose={onClose} />],
  'organisation/MoveDialog': [
    (onClose) => (
      <MoveDialog
        node={someNode({ key: 'vehicle:v1', kind: 'vehicle', companyId: 'c1', fleetId: 'f9' })}
        onClose={onClose}
      />
    ),
  ],
  'payments/AccountPaymentDialog': [
    (onClose) => (
      <AccountPaymentDialog
        account={{
          contactId: 'k1',
          contactName: 'Elena Torres',
          companyId: 'c1',
          currency: 'MXN',
          balance: '0.00',
        }}
        onClose={onClose}
      />
    ),
  ],
  'payments/CloseCashDialog': [
    (onClose) => <CloseCashDialog cash={someOpenCash()} onDone={none} onClose={onClose} />,
  ],
  'payments/CorrectionDialog': [
    (onClose) => <CorrectionDialog closeout={someCloseout()} onClose={onClose} />,
  ],
  'payments/PaymentDialog': [
    (onClose) => <PaymentDialog service={someService()} kind="payment" onClose={onClose} />,
    (onClose) => <PaymentDialog service={someService()} kind="refund" onClose={onClose} />,
  ],
  'payments/VoidDialog': [(onClose) => <VoidDialog entry={someEntry()} onClose={onClose} />],
  'places/PickOnMap': [
    (onClose) => <PickOnMap title="Elegir en el mapa" start={null} onPick={none} onClose={onClose} />,
  ],
  'places/regions/AddRegionDialog': [
    (onClose) => <AddRegionDialog taken={new Set()} limitBytes={1e9} onClose={onClose} onAdded={none} />,
  ],
  'planning/panels/StartDialog': [
    (onClose) => (
      <StartDialog vehicle="118" first="08:00" refuse={() => undefined} onSubmit={none} onClose={onClose} />
    ),
  ],
  'planning/picker/PlanDialog': [
    (onClose) => (
      <PlanDialog
        title="Plan nuevo"
        submitLabel="Crear plan"
        first={{ name: 'Turno matutino', startTime: null, endTime: null }}
        isBusy={false}
        error={null}
        onSubmit={none}
        onClose={onClose}
      />
    ),
  ],
  'planning/schedules/ScheduleDialog': [
    (onClose) => (
      <ScheduleDialog
        fleetId="f1"
        schedule={someSchedule()}
        plan={{ id: 'p1', name: 'Plan', date: '2026-11-23', settings: planSettings.parse({}) }}
        onClose={onClose}
      />
    ),
  ],
  'services/CancelDialog': [
    (onClose) => <CancelDialog title="Cancelar servicio" onCancel={async () => null} onClose={onClose} />,
  ],
  'services/imports/ImportReviewDialog': [
    (onClose) => (
      <ImportReviewDialog place={{ fleetId: 'f1' }} timeZone="America/Mexico_City" onClose={onClose} />
    ),
  ],
  'services/ServiceDialog': [
    (onClose) => <ServiceDialog onClose={onClose} />,
    (onClose) => <ServiceDialog service={someService()} onClose={onClose} />,
  ],
  'services/series/EndSeriesDialog': [
    (onClose) => <EndSeriesDialog series={someSeries()} timeZone="America/Mexico_City" onClose={onClose} />,
  ],
  'services/series/PauseSeriesDialog': [
    (onClose) => <PauseSeriesDialog series={someSeries()} onClose={onClose} />,
  ],
  'services/stops/CancelStopDialog': [
    (onClose) => <CancelStopDialog service={someService()} stop={firstStop()} onClose={onClose} />,
  ],
  'services/stops/CorrectStopDialog': [
    (onClose) => (
      <CorrectStopDialog
        service={someService()}
        pair={{ planned: firstStop(), executed: null, phase: 'waiting' }}
        onClose={onClose}
      />
    ),
  ],
  'services/templates/SaveTemplateDialog': [
    (onClose) => <SaveTemplateDialog {...templateOf(someService())} onClose={onClose} />,
  ],
  'services/views/SaveViewDialog': [
    (onClose) => (
      <SaveViewDialog
        companyId="c1"
        view={{ id: 'v1', screen: 'services', name: '', address: {}, columns: null, isDefault: false }}
        onSaved={none}
        onClose={onClose}
      />
    ),
  ],
  'shifts/AssignCardDialog': [(onClose) => <AssignCardDialog card="1A2B" companyId="c1" onClose={onClose} />],
  'shifts/CancelShiftDialog': [
    (onClose) => <CancelShiftDialog shift={someShift({ seriesId: 's1' })} onClose={onClose} />,
  ],
  'shifts/DocumentDialog': [
    (onClose) => <DocumentDialog driverId="d1" document={null} hasLicence={false} onClose={onClose} />,
    (onClose) => <DocumentDialog driverId="d1" document={someDocument()} hasLicence onClose={onClose} />,
  ],
  'shifts/LimitsDialog': [(onClose) => <LimitsDialog place={{ fleetId: 'f1' }} onClose={onClose} />],
  'shifts/ShiftDialog': [
    (onClose) => <ShiftDialog of={{ startMs: 0, driver: null, vehicle: null }} onClose={onClose} />,
    (onClose) => <ShiftDialog of={someShift({ seriesId: 's1' })} onClose={onClose} />,
  ],
  'telemetry/devices/AttachDialog': [
    (onClose) => <AttachDialog identifier="356789012345678" onClose={onClose} />,
  ],
  'telemetry/devices/DevicePasswordDialog': [
    (onClose) => <DevicePasswordDialog vehicleId="v1" onClose={onClose} />,
  ],
  'telemetry/expected/AddExpectedDialog': [
    (onClose) => <AddExpectedDialog companyId="c1" onClose={onClose} />,
  ],
  'telemetry/readings/ReadingChoiceDialog': [
    (onClose) => (
      <ReadingChoiceDialog
        vehicleId="v104"
        title="Lecturas en el mapa"
        text=""
        submitLabel="Guardar"
        chosen={[]}
        limit={4}
        onSave={none}
        onClose={onClose}
      />
    ),
  ],
  'vehicles/VehicleDialog': [
    (onClose) => <VehicleDialog fleetId="f1" onClose={onClose} />,
    (onClose) => <VehicleDialog fleetId="f1" vehicle={someVehicle()} onClose={onClose} />,
  ],
  'vehicles/list/BulkStatusDialog': [
    (onClose) => <BulkStatusDialog vehicles={[someVehicle()]} onDone={none} onClose={onClose} />,
  ],
  'watchpoints/WatchpointDialog': [
    (onClose) => (
      <WatchpointDialog
        of={{ fleetId: 'f1', latitude: 19.4, longitude: -99.1 }}
        name="Taller"
        onSaved={none}
        onClose={onClose}
      />
    ),
  ],
}

const answers: FakeAnswers = {
  ...usualAnswers,
  'GET /shifts/drivers': { body: { items: [someDriver()] } },
  'GET /shifts/limits': {
    body: {
      companyId: 'c1',
      fleetId: 'f1',
      dayHours: 12,
      weekHours: null,
      needsLicence: true,
      startsByCard: true,
      ignitionOffMinutes: 10,
      source: 'fleet',
      version: 1,
    },
  },
  'GET /vehicles/v104/readings': { body: { items: [someReading()] } },
  'GET /service-reviews': { body: { items: [someReview()], total: 1 } },
  ...answersFor({ level: 'super_admin', access_scopes: [{ scope: '*', type: 'manage' }] }),
  'GET /fleets/f1/users': {
    body: {
      items: [{ userId: 'u9', displayName: 'Ana Gil', username: 'ana', role: 'member', isPrimary: false }],
    },
  },
}
const client = createClient({
  fetch: fakeFetch((call, body, query) => {
    const answer = answers[call]
    return typeof answer === 'function' ? answer(body, query) : answer
  }),
  connect: silentSocket,
  tabs: { post: none, listen: none },
})
beforeAll(async () => {
  const stop = client.start()
  await vi.waitFor(() => expect(client.workspace.state().fleet).not.toBeNull())
  return stop
})

const writable = ':not([type=hidden], [type=search], [type=file], [aria-hidden], [readonly], :disabled)'
const fields = `input${writable}, textarea${writable}, [role=combobox]:not(input), [role=spinbutton]`

async function show(of: Shown) {
  cleanup()
  const onClose = vi.fn()
  const routeTree = createRootRoute({ notFoundComponent: () => of(onClose) })
  const history = createMemoryHistory({ initialEntries: ['/here'] })
  render(
    <TestProviders>
      <ClientProvider client={client}>
        <RouterProvider router={createRouter({ routeTree, history })} />
      </ClientProvider>
    </TestProviders>,
  )
  const dialog = await vi.waitFor(() => {
    const found = document.querySelector<HTMLElement>('[role=dialog], [role=alertdialog]')
    // One that loads its data first may be replaced by the one with the fields.
    if (found?.querySelector(fields) == null) throw new Error(`No dialog with a field: ${found?.textContent}`)
    return found
  }, patience)
  return { onClose, dialog, hand: userEvent.setup(quickUser) }
}

type Hand = ReturnType<typeof userEvent.setup>

/** Changes a field of a dialog as a person would, and returns how to read it. */
async function changeField(dialog: HTMLElement, hand: Hand): Promise<() => string | null> {
  const found = [...dialog.querySelectorAll<HTMLInputElement>(fields)]
  const written = found.find((one) => one.matches('input, textarea') && !one.matches('[role=combobox]'))
  const field = written ?? found.find((one) => one.matches('input')) ?? (found[0] as HTMLInputElement)
  if (/checkbox|radio/.test(field.type)) {
    const other = found.find((one) => one.type === field.type && !one.checked) ?? field
    await hand.click(other)
    return () => String(other.checked)
  }
  if (field.matches('[role=spinbutton]')) {
    await hand.click(field)
    await hand.keyboard('{ArrowUp}')
    return () => field.textContent
  }
  if (!field.matches('input, textarea')) {
    await hand.click(field)
    const options = await screen.findAllByRole('option')
    const other = options.find((one) => one.getAttribute('aria-selected') !== 'true') ?? options[0]
    await hand.click(other as HTMLElement)
    return () => field.textContent
  }
  await hand.type(field, '8')
  // The suggestions of a picker are no value; it forgets the search once another element has the focus.
  if (field.matches('[role=combobox]')) return () => null
  return () => field.value
}

/** Dialogs in which nothing is typed that could be saved. */
const withoutForm = [
  'drivers/messages/UrgentMessage',
  'app/palette/ShortcutSheet',
  // It lists; of its items one only chooses a conversation.
  'communication/ListDialog',
  // It only chooses a vehicle, which is chosen again as fast.
  'dispatch/assign/AssignToDialog',
  // Its fields only choose what is tested; the same of geofences.
  'events/custom/RuleTestDialog',
  'geofences/history-test/HistoryTestDialog',
  'monitoring/DeliveryDialog',
  'notifications/webhooks/SecretDialog',
  'notifications/webhooks/WebhookLog',
  'organisation/FleetsDialog',
  // It can only be decided.
  'planning/editor/PlanConflictDialog',
  // It shows what is printed.
  'planning/exports/PlanSheetsDialog',
  // Its fields only choose what is compared.
  'planning/panels/CompareDialog',
  'planning/panels/PublishDialog',
  'planning/panels/RelaxDialog',
  'services/stops/StopProofs',
  // Its fields only choose how a link is sent.
  'services/tracking/CustomerLinkDialog',
  'telemetry/devices/DeviceDialog',
  'telemetry/messages/MessagesDialog',
  // It only chooses a range to show.
  'telemetry/readings/ReadingHistoryDialog',
  // A chosen file is sent at once.
  'work/FileImportDialog',
  'work/WorkDialog',
]

const leaving = { name: '¿Salir sin guardar?' }

it.each(
  Object.entries(dialogs).flatMap(([file, shown]) =>
    shown.map((of, at) => [`${file} ${at + 1}`, of] as const),
  ),
)('%s asks before Escape discards what was typed', async (_, of) => {
  const { onClose, dialog, hand } = await show(of)
  const read = await changeField(dialog, hand)
  const typed = read()
  await hand.keyboard('{Escape}')
  // In a picker, the first Escape closes its suggestions.
  if (screen.queryByRole('alertdialog', leaving) === null) await hand.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', leaving)
  expect(onClose).not.toHaveBeenCalled()
  const stay = within(question).getByRole('button', { name: 'Seguir editando' })
  await waitFor(() => expect(document.activeElement).toBe(stay))
  await hand.click(stay)
  expect(onClose).not.toHaveBeenCalled()
  expect(read()).toBe(typed)
})

it('covers every file with a dialog that has a form', () => {
  const folder = import.meta.dirname
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx') && !path.startsWith('ui/'))
    .filter((path) =>
      /<(FormDialog|StepperDialog|RecordDialog|GuardedDialog)\b/.test(
        readFileSync(join(folder, path), 'utf8'),
      ),
    )
    .map((path) => path.replace('.tsx', ''))
  expect(found.filter((path) => !withoutForm.includes(path)).sort()).toEqual(Object.keys(dialogs).sort())
})
