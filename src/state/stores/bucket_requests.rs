//! Requests to a bucket: the time that each has, and further attempts after transient errors.

use std::time::Duration;

use object_store::Error;

/// The number of attempts of a request that fails with a transient error.
const ATTEMPTS: u32 = 5;
/// The pause before the first retry; each later pause is twice as long. The library makes each attempt
/// several times itself, within two seconds or more, so a bucket that is gone for a quarter of a
/// minute ends no run.
pub const PAUSE: Duration = Duration::from_millis(500);

/// The time that a bucket has for an answer, besides the time for content. A bucket that is reached and
/// says nothing fails five attempts in two minutes.
pub const ANSWER_TIME: Duration = Duration::from_secs(20);
/// The bytes that a connection carries in a second, at least.
const MIN_RATE: u64 = 64 << 10;

/// The pauses between the attempts.
pub fn pauses(first: Duration) -> impl Iterator<Item = Duration> {
    (0..ATTEMPTS - 1).map(move |it| first * 2_u32.pow(it))
}

/// Makes one attempt more than there are pauses.
pub async fn retried_after<T, F>(
    pauses: impl Iterator<Item = Duration>,
    mut request: impl FnMut() -> F,
) -> Result<T, Error>
where
    F: Future<Output = Result<T, Error>>,
{
    for pause in pauses {
        match request().await {
            // A transient error, such as a lost connection; a refused request has an error of its
            // own.
            Err(Error::Generic { .. }) => tokio::time::sleep(pause).await,
            answer => return answer,
        }
    }
    request().await
}

/// The limit of a request with content of `size` bytes.
pub fn answer_time(size: u64) -> Duration {
    ANSWER_TIME + Duration::from_secs(size / MIN_RATE)
}

/// Fails with a transient error if an answer does not come. Another connection may reach the bucket.
pub async fn answered<T>(
    limit: Duration,
    request: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    let answer = tokio::time::timeout(limit, request).await;
    answer.unwrap_or_else(|_| {
        let silence = format!("the bucket did not answer within {} s", limit.as_secs());
        Err(Error::Generic {
            store: "bucket",
            source: silence.into(),
        })
    })
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    fn lost() -> Error {
        Error::Generic {
            store: "S3",
            source: Box::new(io::Error::from(io::ErrorKind::ConnectionReset)),
        }
    }

    #[tokio::test]
    async fn lost_connections_are_tried_again_and_refusals_are_not() {
        for (failures, expected) in [(0, Ok(1)), (1, Ok(2)), (4, Ok(5)), (9, Err(5))] {
            let count = AtomicU32::new(0);
            let answer = retried_after(pauses(Duration::ZERO), || async {
                match count.fetch_add(1, Ordering::SeqCst) < failures {
                    true => Err(lost()),
                    false => Ok(()),
                }
            });
            let is_ok = answer.await.is_ok();
            let requests = count.load(Ordering::SeqCst);
            assert_eq!(if is_ok { Ok(requests) } else { Err(requests) }, expected);
        }
        let count = AtomicU32::new(0);
        let refused = retried_after(pauses(Duration::ZERO), || async {
            count.fetch_add(1, Ordering::SeqCst);
            Err::<(), _>(Error::PermissionDenied {
                path: String::new(),
                source: Box::new(io::Error::other("no")),
            })
        });
        assert!(refused.await.is_err());
        assert_eq!(count.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn a_bucket_that_says_nothing_is_given_up() {
        let requests = AtomicU32::new(0);
        let answer = retried_after(pauses(Duration::ZERO), || {
            requests.fetch_add(1, Ordering::SeqCst);
            let silence = std::future::pending::<Result<(), Error>>();
            answered(Duration::from_millis(5), silence)
        });
        let error = answer.await.unwrap_err().to_string();
        assert!(error.contains("the bucket did not answer"), "{error}");
        assert_eq!(requests.load(Ordering::SeqCst), ATTEMPTS);
    }

    #[test]
    fn content_takes_its_time() {
        let seconds = [0, 1 << 20, 2 << 30].map(|it| answer_time(it).as_secs());
        assert_eq!(seconds, [20, 36, 32_788]);
    }

    #[test]
    fn a_bucket_may_be_gone_for_some_seconds() {
        let all: Vec<u128> = pauses(PAUSE).map(|it| it.as_millis()).collect();
        assert_eq!(all, [500, 1000, 2000, 4000]);
    }
}
