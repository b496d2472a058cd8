import { expect, test } from 'vitest';
import { type AwsRequest, signAwsRequest } from './sign-aws-request.ts';

const KEY = {
  id: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const AT = new Date('2013-05-24T00:00:00Z');
const SITE = 'https://examplebucket.s3.amazonaws.com';

const EXAMPLES: readonly (readonly [AwsRequest, string])[] = [
  [
    { method: 'GET', url: new URL(`${SITE}/test.txt`), headers: { range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    {
      method: 'PUT',
      url: new URL(`${SITE}/test$file.text`),
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: Buffer.from('Welcome to Amazon S3.'),
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    { method: 'GET', url: new URL(`${SITE}/?prefix=J&max-keys=2`) },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
];

test.each(EXAMPLES)("%o is signed as in Amazon's own examples", (request, signature) => {
  expect(signAwsRequest(request, KEY, AT)['authorization']).toMatch(new RegExp(`Signature=${signature}$`));
});
