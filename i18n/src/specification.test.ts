import { describe, expect, it } from 'vitest'
import { resources } from './index.ts'

/** Sentences the specification gives, word for word, as far as a screen or an answer of today says them. */
const sentences = {
  'the shell': [
    'You need to be assigned to a fleet. Please contact your administrator.',
    'Authenticating...',
    'Unknown User',
  ],
  'the control panel': [
    ...['Created', 'Looking for Vehicle', 'Ready to Start', 'In Progress', 'Completed', 'Cancelled'],
  ],
  transport: [
    'Network Error',
    'Backend API not available - received HTML instead of JSON response',
    'Your session has expired. Please log in again.',
    'You do not have permission to perform this action.',
  ],
  'companies and fleets': [
    'Failed to load companies',
    'Failed to load company details or access denied',
    'Failed to create company',
    'Failed to update company',
    'Failed to delete company',
    'Failed to load fleets',
    'Failed to load fleet details or access denied',
    'Error loading companies. Please try again.',
    'Error deleting company. Please try again.',
    'Error loading fleets. Please try again.',
    'Error adding fleet. Please try again.',
    'Error updating fleet. Please try again.',
    'Error deleting fleet. Please try again.',
    'Failed to load fleet configuration. Please try again.',
    'Failed to save fleet configuration. Please try again.',
    'Upgrade to {{tier}} to unlock this feature.',
    "You don't have permission to manage fleet configurations.",
    'Upgrade to {{tier}} to unlock this feature',
    'No Fleets Available',
  ],
  passwords: [
    'Failed to send reset email',
    'Failed to reset password',
    'Failed to change password',
    'Failed to change user password',
    'Failed to send reset email. Please try again.',
    'Failed to reset password. Please check your verification code and try again.',
    'Failed to resend verification code.',
    'Password change session expired. Please login again.',
    'No pending password change found. Please login again.',
    'Current password is incorrect',
    'Passwords do not match',
  ],
  'login and registration': [
    'Invalid credentials. Please check your username and password.',
    'Account is deactivated. Please contact administrator.',
    'Account is temporarily locked. Please try again later.',
    'Login error. Please try again.',
    'OTP code required for this account',
    'OTP code is required for this account',
    'OTP code must be 6 digits',
    'Invalid OTP code',
    'This email is already registered',
    'This username is already taken',
    'Password does not meet security requirements',
    'Registration failed. Please try again.',
    'Please fill in all required fields.',
  ],
  vehicles: [
    'Failed to add vehicle. Please try again.',
    'Failed to update vehicle. Please try again.',
    'Failed to delete vehicle. Please try again.',
    'Failed to update notes. Please try again.',
    'Failed to assign vehicle',
    'Vehicle not found',
    'GPS Commands',
  ],
  users: [
    'Please fill in all required fields.',
    'Failed to add user. Please try again.',
    'Failed to update user. Please try again.',
    'Failed to delete user. Please try again.',
    'Failed to activate user. Please try again.',
    'Failed to deactivate user. Please try again.',
    'Failed to change level. Please try again.',
    'Failed to set force password change. Please try again.',
    'Failed to send password reset email',
    'Failed to manage assignment. Please try again.',
    'Failed to load users. Please try again.',
    'Failed to link directory. Please try again.',
    'Failed to unlink directory. Please try again.',
    'Failed to assign vehicle. Please try again.',
    'Failed to unassign vehicle. Please try again.',
    'User must be linked to a directory profile before assigning a vehicle',
    'Not Assigned',
  ],
  directory: [
    'Failed to create system user account. Please try again.',
    'Failed to link directory. Please try again.',
    'Failed to unlink directory. Please try again.',
  ],
  services: [
    'Failed to create service. Please try again.',
    'Failed to update service. Please try again.',
    'Failed to delete service. Please try again.',
    'Failed to confirm pickup. Please try again.',
    'Failed to complete service. Please try again.',
  ],
  commands: [
    'Failed to load commands. Please try again.',
    'Failed to refresh command status. Please try again.',
    'Failed to cancel command. Please try again.',
    'Failed to send command. Please try again.',
    'You need higher level permissions to execute these commands.',
  ],
  notifications: [
    'Failed to load notifications. Please try again.',
    'Failed to mark notifications as read. Please try again.',
  ],
}

describe('the English texts equal the specification for', () => {
  const english = new Set(Object.values(resources.en))
  it.each(Object.entries(sentences))('%s', (_, due) => {
    expect(due.filter((sentence) => !english.has(sentence))).toEqual([])
  })
})

it('the refusals of the server equal the specification for each code', () => {
  const said = (code: string) => resources.en[`problems.${code}`]
  expect({
    invalid_credentials: said('invalid_credentials'),
    account_deactivated: said('account_deactivated'),
    account_locked: said('account_locked'),
    otp_required: said('otp_required'),
    otp_invalid: said('otp_invalid'),
    session_expired: said('session_expired'),
    email_taken: said('email_taken'),
    username_taken: said('username_taken'),
    password_weak: said('password_weak'),
    current_password_incorrect: said('current_password_incorrect'),
    forbidden: said('forbidden'),
    company_denied: said('company_denied'),
    fleet_denied: said('fleet_denied'),
    vehicle_not_found: said('vehicle_not_found'),
  }).toEqual({
    invalid_credentials: 'Invalid credentials. Please check your username and password.',
    account_deactivated: 'Account is deactivated. Please contact administrator.',
    account_locked: 'Account is temporarily locked. Please try again later.',
    otp_required: 'OTP code required for this account',
    otp_invalid: 'Invalid OTP code',
    session_expired: 'Your session has expired. Please log in again.',
    email_taken: 'This email is already registered',
    username_taken: 'This username is already taken',
    password_weak: 'Password does not meet security requirements',
    current_password_incorrect: 'Current password is incorrect',
    forbidden: 'You do not have permission to perform this action.',
    company_denied: 'Failed to load company details or access denied',
    fleet_denied: 'Failed to load fleet details or access denied',
    vehicle_not_found: 'Vehicle not found',
  })
})

it('a login that requires a new password answers with the text the browser recognises', () => {
  expect(resources.en['problems.password_change_required']).toMatch(/password (reset|change) required/i)
})
