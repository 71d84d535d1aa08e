#!/bin/bash
# Run each time that compose starts: a bucket, and a key that may use this bucket and nothing else of the server.
# MC_HOST_store holds the address of the server with the administrator's name and password.
set -euo pipefail

policy=speech-service
mc mb --ignore-existing "store/$S3_BUCKET"
cat >/tmp/policy.json <<JSON
{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Effect": "Allow",
      "Action": ["s3:ListBucket", "s3:GetBucketLocation"],
      "Resource": ["arn:aws:s3:::$S3_BUCKET"]
    },
    {
      "Effect": "Allow",
      "Action": ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
      "Resource": ["arn:aws:s3:::$S3_BUCKET/*"]
    }
  ]
}
JSON
mc admin policy create store "$policy" /tmp/policy.json
mc admin user add store "$S3_ACCESS_KEY" "$S3_SECRET_KEY"
case $(mc admin user info store "$S3_ACCESS_KEY") in
  *"$policy"*) ;;
  *) mc admin policy attach store "$policy" --user "$S3_ACCESS_KEY" ;;
esac
