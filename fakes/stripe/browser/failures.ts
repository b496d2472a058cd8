export interface Failure {
  type: string;
  message?: string;
  code?: string;
  [detail: string]: unknown;
}

export interface LocalError {
  code: string;
  message: string;
}

export function validationError({ code, message }: LocalError): Failure {
  return { type: 'validation_error', code, message };
}

export const CONNECTION_FAILED: Failure = {
  type: 'api_connection_error',
  message: 'An unexpected error occurred. Please check your network connection and try again.',
};
